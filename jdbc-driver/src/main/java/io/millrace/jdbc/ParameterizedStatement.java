package io.millrace.jdbc;

import io.millrace.jdbc.error.SqlErrors;
import io.millrace.jdbc.error.SqlStates;
import io.millrace.jdbc.value.Parameters;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.List;
import org.apache.calcite.avatica.AvaticaParameter;
import org.apache.calcite.avatica.AvaticaPreparedStatement;
import org.apache.calcite.avatica.Meta;
import org.apache.calcite.avatica.remote.TypedValue;

/**
 * The parameters of a prepared statement: every setter of JDBC, each of which either sets or says
 * why it cannot. (Avatica's stream setters do neither.)
 */
abstract class ParameterizedStatement extends AvaticaPreparedStatement {

  ParameterizedStatement(
      MillraceConnection connection,
      Meta.StatementHandle handle,
      Meta.Signature signature,
      int resultSetHoldability)
      throws SQLException {
    super(
        connection,
        handle,
        signature,
        ResultSet.TYPE_FORWARD_ONLY,
        ResultSet.CONCUR_READ_ONLY,
        resultSetHoldability);
  }

  private void set(int index, TypedValue value) throws SQLException {
    checkIndex(index);
    slots[index - 1] = value;
  }

  private void checkIndex(int index) throws SQLException {
    checkOpen();
    if (index < 1 || index > slots.length) {
      throw SqlErrors.of(
          SqlStates.WRONG_PARAMETERS,
          "there is no parameter " + index + "; the statement has " + slots.length);
    }
  }

  /** Returns a copy of the parameters; all must be set. */
  final List<TypedValue> boundParameters() throws SQLException {
    for (int i = 0; i < slots.length; i++) {
      if (slots[i] == null) {
        throw SqlErrors.of(
            SqlStates.WRONG_PARAMETERS,
            "parameter " + (i + 1) + " of " + slots.length + " is not set");
      }
    }
    return copyParameterValues();
  }

  private static SQLException refuse(String what) {
    return SqlErrors.unsupported(what + " cannot be a parameter");
  }

  @Override
  protected AvaticaParameter getParameter(int index) throws SQLException {
    checkIndex(index);
    return super.getParameter(index);
  }

  @Override
  public void setNull(int index, int sqlType) throws SQLException {
    set(index, TypedValue.EXPLICIT_NULL);
  }

  @Override
  public void setNull(int index, int sqlType, String typeName) throws SQLException {
    set(index, TypedValue.EXPLICIT_NULL);
  }

  @Override
  public void setBoolean(int index, boolean x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setByte(int index, byte x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setShort(int index, short x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setInt(int index, int x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setLong(int index, long x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setFloat(int index, float x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setDouble(int index, double x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setBigDecimal(int index, BigDecimal x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setString(int index, String x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setNString(int index, String x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setBytes(int index, byte[] x) throws SQLException {
    set(index, Parameters.of(x));
  }

  @Override
  public void setDate(int index, Date x) throws SQLException {
    set(index, Parameters.of(x, null));
  }

  @Override
  public void setDate(int index, Date x, Calendar calendar) throws SQLException {
    set(index, Parameters.of(x, calendar));
  }

  @Override
  public void setTime(int index, Time x) throws SQLException {
    set(index, Parameters.of(x, null));
  }

  @Override
  public void setTime(int index, Time x, Calendar calendar) throws SQLException {
    set(index, Parameters.of(x, calendar));
  }

  @Override
  public void setTimestamp(int index, Timestamp x) throws SQLException {
    set(index, Parameters.of(x, null));
  }

  @Override
  public void setTimestamp(int index, Timestamp x, Calendar calendar) throws SQLException {
    set(index, Parameters.of(x, calendar));
  }

  @Override
  public void setURL(int index, URL x) throws SQLException {
    set(index, Parameters.of(x == null ? null : x.toString()));
  }

  @Override
  public void setObject(int index, Object x) throws SQLException {
    if (x instanceof java.sql.Array array) {
      setArray(index, array);
    } else {
      set(index, Parameters.of(x));
    }
  }

  @Override
  public void setObject(int index, Object x, int sqlType) throws SQLException {
    if (x instanceof java.sql.Array array) {
      setArray(index, array);
    } else {
      set(index, Parameters.of(x, sqlType));
    }
  }

  @Override
  public void setObject(int index, Object x, int sqlType, int scale) throws SQLException {
    setObject(index, x, sqlType);
  }

  @Override
  public void setObject(int index, Object x, SQLType sqlType) throws SQLException {
    setObject(index, x, sqlType.getVendorTypeNumber());
  }

  @Override
  public void setObject(int index, Object x, SQLType sqlType, int scale) throws SQLException {
    setObject(index, x, sqlType.getVendorTypeNumber());
  }

  @Override
  public void setCharacterStream(int index, Reader x) throws SQLException {
    set(index, Parameters.text(x, -1));
  }

  @Override
  public void setCharacterStream(int index, Reader x, int length) throws SQLException {
    set(index, Parameters.text(x, length));
  }

  @Override
  public void setCharacterStream(int index, Reader x, long length) throws SQLException {
    set(index, Parameters.text(x, length));
  }

  @Override
  public void setNCharacterStream(int index, Reader x) throws SQLException {
    set(index, Parameters.text(x, -1));
  }

  @Override
  public void setNCharacterStream(int index, Reader x, long length) throws SQLException {
    set(index, Parameters.text(x, length));
  }

  @Override
  public void setClob(int index, Reader x) throws SQLException {
    set(index, Parameters.text(x, -1));
  }

  @Override
  public void setClob(int index, Reader x, long length) throws SQLException {
    set(index, Parameters.text(x, length));
  }

  @Override
  public void setNClob(int index, Reader x) throws SQLException {
    set(index, Parameters.text(x, -1));
  }

  @Override
  public void setNClob(int index, Reader x, long length) throws SQLException {
    set(index, Parameters.text(x, length));
  }

  @Override
  public void setClob(int index, Clob x) throws SQLException {
    set(index, Parameters.text(x == null ? null : x.getCharacterStream(), -1));
  }

  @Override
  public void setNClob(int index, NClob x) throws SQLException {
    setClob(index, x);
  }

  @Override
  public void setAsciiStream(int index, InputStream x) throws SQLException {
    set(index, Parameters.ascii(x, -1));
  }

  @Override
  public void setAsciiStream(int index, InputStream x, int length) throws SQLException {
    set(index, Parameters.ascii(x, length));
  }

  @Override
  public void setAsciiStream(int index, InputStream x, long length) throws SQLException {
    set(index, Parameters.ascii(x, length));
  }

  @Override
  public void setBinaryStream(int index, InputStream x) throws SQLException {
    set(index, Parameters.bytes(x, -1));
  }

  @Override
  public void setBinaryStream(int index, InputStream x, int length) throws SQLException {
    set(index, Parameters.bytes(x, length));
  }

  @Override
  public void setBinaryStream(int index, InputStream x, long length) throws SQLException {
    set(index, Parameters.bytes(x, length));
  }

  @Override
  public void setBlob(int index, InputStream x) throws SQLException {
    set(index, Parameters.bytes(x, -1));
  }

  @Override
  public void setBlob(int index, InputStream x, long length) throws SQLException {
    set(index, Parameters.bytes(x, length));
  }

  @Override
  public void setBlob(int index, Blob x) throws SQLException {
    set(index, Parameters.bytes(x == null ? null : x.getBinaryStream(), -1));
  }

  @Override
  @Deprecated
  public void setUnicodeStream(int index, InputStream x, int length) throws SQLException {
    throw refuse("a Unicode stream (use setCharacterStream)");
  }

  @Override
  public void setRef(int index, Ref x) throws SQLException {
    throw refuse("a Ref");
  }

  @Override
  public void setRowId(int index, RowId x) throws SQLException {
    throw refuse("a RowId");
  }

  @Override
  public void setSQLXML(int index, SQLXML x) throws SQLException {
    throw refuse("an SQLXML (use setString)");
  }
}
