package io.millrace.executor.simulation;

/** What a name in a simulated directory stands for. */
sealed interface SimulatedNode permits SimulatedFile, SimulatedDirectory {}
