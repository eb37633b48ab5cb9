public import Foundation

extension FieldReader {
    /// Reads a whole number.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Int {
        if let container = try begin() { return try container.keyed.decode(Int.self, forKey: key) }
        return try scanInt()
    }

    /// Reads a whole number.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Int64 {
        if let container = try begin() { return try container.keyed.decode(Int64.self, forKey: key) }
        return try scanInteger()
    }

    /// Reads a number.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Double {
        if let container = try begin() { return try container.keyed.decode(Double.self, forKey: key) }
        return try scanDouble()
    }

    /// Reads true or false.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Bool {
        if let container = try begin() { return try container.keyed.decode(Bool.self, forKey: key) }
        return try scanBool()
    }

    /// Reads a text.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> String {
        if let container = try begin() { return try container.keyed.decode(String.self, forKey: key) }
        return try scanText()
    }

    /// Reads a date: seconds since 1970.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Date {
        if let container = try begin() { return try container.keyed.decode(Date.self, forKey: key) }
        return try Date(timeIntervalSince1970: scanDouble())
    }

    /// Reads an address.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> URL {
        if let container = try begin() { return try container.keyed.decode(URL.self, forKey: key) }
        return try scanURL()
    }

    private mutating func scanInt() throws -> Int {
        guard let number = Int(exactly: try scanInteger()) else { throw unusual() }
        return number
    }

    private mutating func scanURL() throws -> URL {
        guard let url = URL(string: try scanText()) else { throw unusual() }
        return url
    }
}

extension FieldReader {
    /// Reads a whole number or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Int? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Int.self, forKey: key) }
        return skipNull() ? nil : try scanInt()
    }

    /// Reads a whole number or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Int64? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Int64.self, forKey: key) }
        return skipNull() ? nil : try scanInteger()
    }

    /// Reads a number or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Double? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Double.self, forKey: key) }
        return skipNull() ? nil : try scanDouble()
    }

    /// Reads true, false or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Bool? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Bool.self, forKey: key) }
        return skipNull() ? nil : try scanBool()
    }

    /// Reads a text or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> String? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(String.self, forKey: key) }
        return skipNull() ? nil : try scanText()
    }

    /// Reads a date, seconds since 1970, or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> Date? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(Date.self, forKey: key) }
        return skipNull() ? nil : try Date(timeIntervalSince1970: scanDouble())
    }

    /// Reads an address or null.
    ///
    /// - Returns: The next field's value.
    /// - Throws: An error when it is something else.
    public mutating func read() throws -> URL? {
        if let container = try begin() { return try container.keyed.decodeIfPresent(URL.self, forKey: key) }
        return skipNull() ? nil : try scanURL()
    }
}
