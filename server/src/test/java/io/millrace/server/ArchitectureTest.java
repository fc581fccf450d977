package io.millrace.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds the order of modules and packages: who may know whom, and which foreign library stays
 * where.
 *
 * <p>This module sees all others, so one test holds the rules for the whole product. There are no
 * exceptions on file: a violation is a fault of the change that made it.
 */
@AnalyzeClasses(
    packages = "io.millrace",
    importOptions = {
      ImportOption.DoNotIncludeTests.class,
      ArchitectureTest.DoNotIncludeTestFixtures.class
    })
final class ArchitectureTest {

  private static final String CORE = "io.millrace.core..";
  private static final String PARSER = "io.millrace.parser..";
  private static final String PLANNER = "io.millrace.planner..";
  private static final String EXECUTOR = "io.millrace.executor..";
  private static final String CONNECTORS = "io.millrace.connector..";
  private static final String DRIVER = "io.millrace.jdbc..";
  private static final String SERVER = "io.millrace.server..";

  private static final String SERVER_AVATICA = "io.millrace.server.avatica..";
  private static final String ADHOC_QUERIES = "io.millrace.server.query..";

  /** They hand trees from the parser to the planner, and look at what kind they are. */
  private static final String STATEMENTS = "io.millrace.server.statement..";

  private static final String TABLE_CHANGES = "io.millrace.server.dml..";
  private static final String COMMAND_LINE = "io.millrace.server.cli..";
  private static final String ENTRY_POINT = "io.millrace.server.main..";
  private static final String ROCKSDB_STATE = "io.millrace.executor.state.rocksdb..";

  /** Test fixtures of other modules come as jars of their own; they are tests, not product. */
  static final class DoNotIncludeTestFixtures implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  @ArchTest
  static final ArchRule modulesKnowOnlyTheModulesBelow =
      layeredArchitecture()
          .consideringOnlyDependenciesInAnyPackage("io.millrace..")
          .withOptionalLayers(true)
          .layer("core")
          .definedBy(CORE)
          .layer("sql-parser")
          .definedBy(PARSER)
          .layer("planner")
          .definedBy(PLANNER)
          .layer("executor")
          .definedBy(EXECUTOR)
          .layer("connectors")
          .definedBy(CONNECTORS)
          .layer("jdbc-driver")
          .definedBy(DRIVER)
          .layer("server")
          .definedBy(SERVER)
          .whereLayer("core")
          .mayNotAccessAnyLayer()
          .whereLayer("jdbc-driver")
          .mayNotAccessAnyLayer()
          .whereLayer("sql-parser")
          .mayOnlyAccessLayers("core")
          .whereLayer("planner")
          .mayOnlyAccessLayers("sql-parser", "core")
          .whereLayer("executor")
          .mayOnlyAccessLayers("core")
          .whereLayer("connectors")
          .mayOnlyAccessLayers("executor", "core")
          .whereLayer("server")
          .mayNotBeAccessedByAnyLayer()
          .ensureAllClassesAreContainedInArchitecture()
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      slices().matching("io.millrace.(**)").should().beFreeOfCycles().allowEmptyShould(true);

  @ArchTest
  static final ArchRule calciteStaysInParserPlannerAndStatements =
      noClasses()
          .that()
          .resideOutsideOfPackages(PARSER, PLANNER, STATEMENTS, ADHOC_QUERIES, TABLE_CHANGES)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.apache.calcite..")
                  .and(resideOutsideOfPackage("org.apache.calcite.avatica..")))
          .because(
              "the engine, the catalog and the endpoint must not care how statements are planned;"
                  + " statements are Calcite's trees until they are planned")
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule avaticaProtocolStaysInDriverAndItsEndpoint =
      noClasses()
          .that()
          .resideOutsideOfPackages(DRIVER, SERVER_AVATICA)
          .should()
          .dependOnClassesThat(
              resideInAPackage("org.apache.calcite.avatica..")
                  // Calcite's own interfaces speak of these (units of time, casing, quoting).
                  .and(resideOutsideOfPackage("org.apache.calcite.avatica.util..")))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule avaticaUtilitiesStayWhereCalciteOrAvaticaIs =
      noClasses()
          .that()
          .resideOutsideOfPackages(
              DRIVER, SERVER_AVATICA, PARSER, PLANNER, ADHOC_QUERIES, TABLE_CHANGES)
          .should()
          .dependOnClassesThat(resideInAPackage("org.apache.calcite.avatica.util.."))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule rocksDbStaysInItsStateBackend =
      noClasses()
          .that()
          .resideOutsideOfPackage(ROCKSDB_STATE)
          .should()
          .dependOnClassesThat(resideInAPackage("org.rocksdb.."))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule arrowStaysInTheEngineAndWhatReadsItsResults =
      noClasses()
          .that()
          .resideOutsideOfPackages(EXECUTOR, CONNECTORS, ADHOC_QUERIES)
          .should()
          .dependOnClassesThat(resideInAPackage("org.apache.arrow.."))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule flinkIsNoPartOfMillrace =
      noClasses()
          .should()
          .dependOnClassesThat(resideInAnyPackage("org.apache.flink.."))
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule onlyTheCommandLineWritesToTheTerminal =
      noClasses()
          .that()
          .resideOutsideOfPackages(COMMAND_LINE, ENTRY_POINT)
          .and()
          // JavaCC generates a stream for debugging that nothing writes to.
          .haveSimpleNameNotEndingWith("TokenManager")
          .should(ACCESS_STANDARD_STREAMS)
          .because("everything else logs, or returns what it has to say")
          .allowEmptyShould(true);

  @ArchTest
  static void everyPackageSaysWhatItIsFor(JavaClasses classes) throws IOException {
    List<Path> silent = new ArrayList<>();
    try (DirectoryStream<Path> modules = Files.newDirectoryStream(Path.of(".."))) {
      for (Path module : modules) {
        Path sources = module.resolve("src/main/java");
        if (Files.isDirectory(sources)) {
          silent.addAll(packagesWithoutDescription(sources));
        }
      }
    }
    assertThat(silent).as("packages without package-info.java").isEmpty();
  }

  private static List<Path> packagesWithoutDescription(Path sources) throws IOException {
    try (Stream<Path> paths = Files.walk(sources)) {
      return paths
          .filter(path -> path.toString().endsWith(".java"))
          .map(Path::getParent)
          .distinct()
          .filter(directory -> !Files.exists(directory.resolve("package-info.java")))
          .sorted()
          .toList();
    }
  }
}
