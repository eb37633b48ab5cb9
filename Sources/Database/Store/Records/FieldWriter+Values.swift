public import Foundation

extension FieldWriter {
    /// Writes a whole number.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int) {
        guard begin(20) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(Int64(value))
    }

    /// Writes a whole number.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int64) {
        guard begin(20) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(value)
    }

    /// Writes a number.
    ///
    /// - Parameter value: The next field's value. One that is not finite makes the record's encoding fail.
    public mutating func write(_ value: Double) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        append(value)
    }

    /// Writes true or false.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Bool) {
        guard begin(5) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(literal: value ? "true" : "false")
    }

    /// Writes a text.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: String) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(value)
    }

    /// Writes a date: the seconds since 1970.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Date) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        append(value.timeIntervalSince1970)
    }

    /// Writes an address: its text.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: URL) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        buffer.append(value.absoluteString)
    }

    private mutating func append(_ number: Double) {
        if number.isFinite {
            buffer.append(number)
        } else {
            report(JSONLineEncoder.NotFinite(path: name))
        }
    }
}

extension FieldWriter {
    /// Writes a whole number, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int?) {
        if let value { write(value) } else { writeNull(Int.self) }
    }

    /// Writes a whole number, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Int64?) {
        if let value { write(value) } else { writeNull(Int64.self) }
    }

    /// Writes a number, or null.
    ///
    /// - Parameter value: The next field's value. One that is not finite makes the record's encoding fail.
    public mutating func write(_ value: Double?) {
        if let value { write(value) } else { writeNull(Double.self) }
    }

    /// Writes true, false or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Bool?) {
        if let value { write(value) } else { writeNull(Bool.self) }
    }

    /// Writes a text, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: String?) {
        if let value { write(value) } else { writeNull(String.self) }
    }

    /// Writes a date, the seconds since 1970, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: Date?) {
        if let value { write(value) } else { writeNull(Date.self) }
    }

    /// Writes an address, or null.
    ///
    /// - Parameter value: The next field's value.
    public mutating func write(_ value: URL?) {
        if let value { write(value) } else { writeNull(URL.self) }
    }

    private mutating func writeNull<Value: Encodable>(_ type: Value.Type) {
        guard begin(4) else { return give { try $0.encodeIfPresent(Value?.none, forKey: $1) } }
        buffer.append(literal: "null")
    }
}
