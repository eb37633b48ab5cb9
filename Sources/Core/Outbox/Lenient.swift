/// A name out of a few, as it is stored: one that only a later version of the app knows is kept as it is.
///
/// That one reads as the ``LenientName/fallback``, and the projected value says what is stored. Setting the value
/// forgets it.
@propertyWrapper
package struct Lenient<Name: LenientName>: Hashable, Sendable {
    package var wrappedValue: Name {
        didSet { projectedValue = nil }
    }
    /// The stored name that this version does not know; `nil` where it knows it.
    package private(set) var projectedValue: String?

    package init(wrappedValue: Name) {
        self.wrappedValue = wrappedValue
    }
}

/// A name out of a few to which a later version of the app may add.
package protocol LenientName: RawRepresentable<String>, Hashable, Sendable {
    /// What a name that this version does not know is taken for: the one with which nothing is done.
    static var fallback: Self { get }
}

extension Lenient: Codable {
    package init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        if let known = Name(rawValue: name) {
            self.init(wrappedValue: known)
        } else {
            self.init(wrappedValue: .fallback)
            projectedValue = name
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(projectedValue ?? wrappedValue.rawValue)
    }
}
