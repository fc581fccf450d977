/**
 * A source that makes its rows up: any number of them, at any rate, the same for the same seed.
 * Every value follows from seed, column and row number alone, so reading can begin anywhere.
 */
package io.millrace.connector.datagen;
