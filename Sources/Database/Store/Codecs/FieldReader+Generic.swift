import Foundation

extension FieldReader {
    /// Reads a value that stands for a text, such as a case of an enumeration.
    ///
    /// - Parameter type: The value's type.
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else, or no raw value of the type.
    @inlinable
    public mutating func read<Value: RawRepresentable & Decodable>(
        _ type: Value.Type = Value.self
    ) throws -> Value where Value.RawValue == String {
        guard let value = Value(rawValue: try read()) else { throw invalid(type) }
        return value
    }

    /// Reads a value that stands for a whole number, such as a case of an enumeration.
    ///
    /// - Parameter type: The value's type.
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else, or no raw value of the type.
    @inlinable
    public mutating func read<Value: RawRepresentable & Decodable>(
        _ type: Value.Type = Value.self
    ) throws -> Value where Value.RawValue == Int {
        guard let value = Value(rawValue: try read()) else { throw invalid(type) }
        return value
    }

    /// Reads a value that stands for a text, or null.
    ///
    /// - Parameter type: The value's type.
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else, or no raw value of the type.
    @inlinable
    public mutating func read<Value: RawRepresentable & Decodable>(
        _ type: Value?.Type = Value?.self
    ) throws -> Value? where Value.RawValue == String {
        guard let raw: String = try read() else { return nil }
        guard let value = Value(rawValue: raw) else { throw invalid(Value.self) }
        return value
    }

    /// Reads a value that stands for a whole number, or null.
    ///
    /// - Parameter type: The value's type.
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else, or no raw value of the type.
    @inlinable
    public mutating func read<Value: RawRepresentable & Decodable>(
        _ type: Value?.Type = Value?.self
    ) throws -> Value? where Value.RawValue == Int {
        guard let raw: Int = try read() else { return nil }
        guard let value = Value(rawValue: raw) else { throw invalid(Value.self) }
        return value
    }

    /// Reads any other value: a list, an object.
    ///
    /// As slow as `Codable` is.
    ///
    /// - Parameter type: The value's type.
    /// - Returns: The next field's value.
    /// - Throws: The error of its decoder.
    public mutating func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        if let container = try begin() { return try container.keyed.decode(type, forKey: key) }
        return try decode(type)
    }

    /// Reads any other value, or null.
    ///
    /// As slow as `Codable` is.
    ///
    /// - Parameter type: The value's type.
    /// - Returns: The next field's value.
    /// - Throws: The error of its decoder.
    public mutating func read<Value: Decodable>(_ type: Value?.Type = Value?.self) throws -> Value? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Value.self, forKey: key) }
        return skipNull() ? nil : try decode(Value.self)
    }

    private mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let json = Data(try scanValue())
        do {
            return try JSONDecoder.storeDecoder.decode(type, from: json)
        } catch {
            // The complete decoder meets the same, and names the whole way to it.
            throw unusual()
        }
    }

    @usableFromInline
    mutating func invalid(_ type: Any.Type) -> any Error {
        guard let container else { return unusual() }
        return DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: container.keyed.codingPath + [key],
                debugDescription: "This is no raw value of \(type)."))
    }
}

extension JSONDecoder {
    /// The decoder of stored JSON; its settings never change, so that threads may share it.
    static let storeDecoder: JSONDecoder = {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        return decoder
    }()
}
