public import Core
public import Foundation

/// The public keys that one host may present, and the date until which they count.
public struct PinnedHost: Hashable, Sendable {
    /// The host, in lowercase.
    package let host: String
    /// Whether the pins count for all subdomains too.
    package let includesSubdomains: Bool
    /// The keys, one of which must be in the server's certificate chain.
    package let pins: Set<PublicKeyPin>
    /// The date from which the pins do not count.
    package let expires: Date

    /// Pins a host.
    ///
    /// - Parameters:
    ///   - host: The host: a name in ASCII (`xn--…` for others), without port; a dot at its end makes no difference.
    ///   - includesSubdomains: Whether the same holds for every host below it; false by default.
    ///   - pins: The keys. Give two at least: the one in use, and one that is kept in a safe for the day when that is
    ///     lost.
    ///   - expires: The date when the pins stop counting: not later than you are sure to ship an update.
    /// - Throws: `DataError` with the code `invalidInput` for what is no host, or without a pin.
    public init(
        _ host: String, includesSubdomains: Bool = false, pins: Set<PublicKeyPin>, expires: Date
    ) throws(DataError) {
        let name = Self.normalized(host)
        guard Self.isName(name) else {
            throw DataError(
                .invalidInput, message: "A pinned host is a name like api.example.org, without port and path.")
        }
        guard !pins.isEmpty else {
            throw DataError(.invalidInput, message: "A pinned host needs a pin, and better two.")
        }
        guard !includesSubdomains || !Self.isAddress(name) else {
            throw DataError(.invalidInput, message: "An address has no subdomains.")
        }
        (self.host, self.includesSubdomains, self.pins, self.expires) = (name, includesSubdomains, pins, expires)
    }

    /// Whether this is about a host.
    ///
    /// - Parameter name: A host as ``normalized(_:)`` gives it.
    /// - Returns: True for the host itself, and for those below it where they are included.
    func covers(_ name: String) -> Bool {
        name == host || includesSubdomains && name.hasSuffix("." + host)
    }

    /// A host as hosts are compared: in lowercase, without a dot at its end.
    static func normalized(_ host: String) -> String {
        let host = host.lowercased()
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    private static func isName(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
                        || byte == UInt8(ascii: "_")
                }
        }
    }

    private static func isAddress(_ host: String) -> Bool {
        host.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
    }
}
