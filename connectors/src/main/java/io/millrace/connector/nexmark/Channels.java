package io.millrace.connector.nexmark;

import io.millrace.connector.nexmark.Draw.Purpose;

/**
 * The channels through which bids come, each with its URL: four that half of all bids use, and ten
 * thousand others. Immutable.
 */
final class Channels {
  static final int MAX_NAME = "channel-9999".length();
  private static final String[] HOT = {"Google", "Facebook", "Baidu", "Apple"};
  private static final int OTHERS = 10_000;
  private static final String URL_START = "https://www.nexmark.com/";
  private static final String URL_END = "item.htm?query=1";
  private static final String URL_ID = "&channel_id=";
  private static final int FOLDERS = 3;
  private static final int MIN_FOLDER = 3;
  private static final int FOLDER_LENGTHS = 2;
  private static final int MAX_ID_DIGITS = 10;
  static final int MAX_URL =
      URL_START.length()
          + FOLDERS * (MIN_FOLDER + FOLDER_LENGTHS)
          + URL_END.length()
          + URL_ID.length()
          + MAX_ID_DIGITS;

  /** Of so many channels, all but one have their number in the URL. */
  private static final int WITHOUT_ID = 10;

  private final Draw draw;
  private final TextOutput names = new TextOutput();
  private final TextOutput urls = new TextOutput();
  private final int[] nameStarts = new int[HOT.length + OTHERS + 1];
  private final int[] urlStarts = new int[HOT.length + OTHERS + 1];

  Channels(long seed) {
    this.draw = Draw.of(seed, Purpose.CHANNEL);
    Draw urlDraw = Draw.of(seed, Purpose.CHANNEL_URL);
    for (int channel = 0; channel < HOT.length + OTHERS; channel++) {
      int number = channel - HOT.length;
      names.add(number < 0 ? HOT[channel] : "channel-" + number);
      nameStarts[channel + 1] = names.length();
      writeNewUrl(urlDraw.bits(channel), number);
      urlStarts[channel + 1] = urls.length();
    }
  }

  private void writeNewUrl(long bits, int number) {
    urls.add(URL_START);
    for (int folder = 1; folder <= FOLDERS; folder++) {
      long folderBits = Draw.more(bits, folder);
      urls.addLowerCase(folderBits, MIN_FOLDER + (int) Draw.below(folderBits, FOLDER_LENGTHS));
      urls.add('/');
    }
    urls.add(URL_END);
    if (number >= 0 && Draw.below(bits, WITHOUT_ID) > 0) {
      urls.add(URL_ID + Math.abs((long) Integer.reverse(number)));
    }
  }

  private int channel(long event) {
    long bits = draw.bits(event);
    long choice = Draw.more(bits, 1);
    return bits < 0
        ? (int) Draw.below(choice, HOT.length)
        : HOT.length + (int) Draw.below(choice, OTHERS);
  }

  void writeName(long event, TextOutput output) {
    int channel = channel(event);
    int start = nameStarts[channel];
    output.add(names.bytes(), start, nameStarts[channel + 1] - start);
  }

  void writeUrl(long event, TextOutput output) {
    int channel = channel(event);
    int start = urlStarts[channel];
    output.add(urls.bytes(), start, urlStarts[channel + 1] - start);
  }
}
