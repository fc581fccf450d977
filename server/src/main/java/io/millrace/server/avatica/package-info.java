/** What JDBC clients speak to: Avatica's protocol over sessions of a database, behind HTTP. */
package io.millrace.server.avatica;
