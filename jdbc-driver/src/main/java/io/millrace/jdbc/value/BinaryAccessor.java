package io.millrace.jdbc.value;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.sql.SQLException;
import java.util.HexFormat;
import org.apache.calcite.avatica.util.ByteString;

/** Reads BINARY and VARBINARY; as text they are hexadecimal digits. */
final class BinaryAccessor extends ColumnAccessor {

  BinaryAccessor(CellReader cell) {
    super(cell);
  }

  @Override
  String sqlName() {
    return "VARBINARY";
  }

  @Override
  public Object getObject() throws SQLException {
    return getBytes();
  }

  @Override
  public byte[] getBytes() throws SQLException {
    Object value = raw();
    return value instanceof ByteString bytes ? bytes.getBytes() : (byte[]) value;
  }

  @Override
  public String getString() throws SQLException {
    byte[] value = getBytes();
    return value == null ? null : HexFormat.of().formatHex(value);
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    byte[] value = getBytes();
    return value == null ? null : new ByteArrayInputStream(value);
  }
}
