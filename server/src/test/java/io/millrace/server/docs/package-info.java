/** Tests that what the documentation shows is what the database does. */
package io.millrace.server.docs;
