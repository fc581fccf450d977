package io.millrace.executor.expression;

import io.millrace.core.error.ErrorCode;
import io.millrace.core.error.MillraceException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.codehaus.commons.compiler.CompileException;
import org.codehaus.janino.SimpleCompiler;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compiles source text with Janino and remembers the classes of the texts used last. Each text has
 * a class loader of its own, so that classes that nobody uses any more are unloaded. Thread-safe.
 */
final class ClassCompiler {
  private static final Logger LOG = LoggerFactory.getLogger(ClassCompiler.class);
  private static final int REMEMBERED = 256;

  private final Map<String, Class<?>> classes =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Class<?>> eldest) {
          return size() > REMEMBERED;
        }
      };

  /**
   * @param className the class to return, in full
   * @throws MillraceException INTERNAL_ERROR if the source does not compile
   */
  synchronized Class<?> compile(String className, String source) {
    Class<?> known = classes.get(source);
    if (known != null) {
      return known;
    }
    Class<?> compiled = compileNew(className, source);
    classes.put(source, compiled);
    return compiled;
  }

  private static Class<?> compileNew(String className, String source) {
    SimpleCompiler compiler = new SimpleCompiler();
    compiler.setParentClassLoader(ClassCompiler.class.getClassLoader());
    try {
      compiler.cook(source);
      return compiler.getClassLoader().loadClass(className);
    } catch (CompileException | ClassNotFoundException e) {
      LOG.debug("Generated source that does not compile:\n{}", source, e);
      throw new MillraceException(
          ErrorCode.INTERNAL_ERROR,
          "The code generated for an expression does not compile: " + e.getMessage(),
          e);
    }
  }
}
