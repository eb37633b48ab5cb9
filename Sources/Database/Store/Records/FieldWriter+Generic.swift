extension FieldWriter {
    /// Writes a value that stands for a text, such as a case of an enumeration.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value) where Value.RawValue == String {
        write(value.rawValue)
    }

    /// Writes a value that stands for a whole number, such as a case of an enumeration.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value) where Value.RawValue == Int {
        write(value.rawValue)
    }

    /// Writes a value that stands for a text, or null.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value?) where Value.RawValue == String {
        write(value?.rawValue)
    }

    /// Writes a value that stands for a whole number, or null.
    ///
    /// - Parameter value: The next field's value; its raw value is written.
    @inlinable
    public mutating func write<Value: RawRepresentable & Encodable>(_ value: Value?) where Value.RawValue == Int {
        write(value?.rawValue)
    }

    /// Writes any other value: a list, an object.
    ///
    /// As slow as `Codable` is.
    ///
    /// - Parameter value: The next field's value. What its encoder throws makes the record's encoding fail.
    public mutating func write<Value: Encodable>(_ value: Value) {
        guard begin(32) else { return give { try $0.encode(value, forKey: $1) } }
        do {
            try JSONLineEncoder().append(value, to: &buffer, path: [AnyKey(stringValue: name)])
        } catch {
            report(error)
        }
    }

    /// Writes any other value, or null.
    ///
    /// As slow as `Codable` is.
    ///
    /// - Parameter value: The next field's value. What its encoder throws makes the record's encoding fail.
    public mutating func write<Value: Encodable>(_ value: Value?) {
        if let value { return write(value) }
        guard begin(4) else { return give { try $0.encodeIfPresent(Value?.none, forKey: $1) } }
        buffer.append(literal: "null")
    }
}
