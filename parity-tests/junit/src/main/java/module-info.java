/** The parity kit for people who test with JUnit and AssertJ: authors of operations and of backends. */
@org.jspecify.annotations.NullMarked module dev.assay.parity.junit {
  requires transitive dev.assay.parity;
  requires transitive dev.assay.runtime;
  requires transitive dev.assay.spi;
  requires transitive org.assertj.core;
  requires transitive org.junit.jupiter.api;

  requires static transitive org.apiguardian.api;
  requires static transitive org.jspecify;

  exports dev.assay.parity.junit;
}
