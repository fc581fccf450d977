/**
 * A source of the events of the Nexmark benchmark: persons, auctions and bids of an auction house.
 * Every value follows from the seed and the number of its event alone, so reading can begin
 * anywhere, and sources with the same options fit together.
 */
package io.millrace.connector.nexmark;
