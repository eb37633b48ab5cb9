public import Foundation

/// A type of value that records can be sorted by, and that their ids can have.
///
/// A type with a raw value of such a type needs nothing but the name of this protocol, and of `Comparable` to be an id:
///
/// ```swift
/// struct AccountID: RawRepresentable, Hashable, Codable, Comparable, IndexValue {
///     let rawValue: String
/// }
/// ```
public protocol IndexValue: Sendable {
    /// The value as a key.
    ///
    /// Two values of a type that are different ids must have different keys.
    var indexKey: IndexKey { get }
}

extension IndexValue where Self: RawRepresentable, RawValue: IndexValue {
    /// The raw value as a key.
    @inlinable public var indexKey: IndexKey { rawValue.indexKey }
}

extension IndexValue where Self: RawRepresentable & Comparable, RawValue: IndexValue {
    /// Returns whether a value is sorted before another one, by their keys.
    public static func < (left: Self, right: Self) -> Bool { left.indexKey < right.indexKey }
}

extension Int: IndexValue {
    /// The number as a key.
    @inlinable public var indexKey: IndexKey { .integer(Int64(self)) }
}

extension Int64: IndexValue {
    /// The number as a key.
    @inlinable public var indexKey: IndexKey { .integer(self) }
}

extension Double: IndexValue {
    /// The number as a key.
    @inlinable public var indexKey: IndexKey { .double(self == 0 ? 0 : self) }
}

extension Date: IndexValue {
    /// The seconds since 1970 as a key.
    @inlinable public var indexKey: IndexKey { timeIntervalSince1970.indexKey }
}

extension String: IndexValue {
    /// The text as a key.
    @inlinable public var indexKey: IndexKey { .text(self) }
}

extension UUID: IndexValue {
    /// The text as a key, in capital letters.
    public var indexKey: IndexKey { .text(uuidString) }
}

extension Optional: IndexValue where Wrapped: IndexValue {
    /// The value as a key, null for none.
    @inlinable public var indexKey: IndexKey { self?.indexKey ?? .null }
}
