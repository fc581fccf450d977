package io.millrace.executor.state.table;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of a node's keys, through entries that come, go and move the others' places. */
class TreeNodeTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 8, 16, 40, 200})
  void keepsEachKeyWhereItWasInserted(int longest) {
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      TreeNode node = new TreeNode(1, true);
      List<byte[]> expected = new ArrayList<>();
      for (int step = 0; step < 3000; step++) {
        if (expected.size() == TreeNode.CAPACITY) {
          int at = 1 + random.nextInt(expected.size() - 1);
          node.split(at);
          expected.subList(at, expected.size()).clear();
        } else if (!expected.isEmpty() && random.nextBoolean()) {
          int at = random.nextInt(expected.size());
          node.remove(at);
          expected.remove(at);
        } else {
          int at = random.nextInt(expected.size() + 1);
          byte[] key = new byte[random.nextInt(longest + 1)];
          random.nextBytes(key);
          node.insert(at, key, 0, key.length);
          expected.add(at, key);
        }
      }
      assertThat(node.size).isEqualTo(expected.size());
      for (int i = 0; i < node.size; i++) {
        assertThat(node.key(i)).as("seed %s, entry %s", seed, i).isEqualTo(expected.get(i));
      }
    }
  }
}
