public import Core
public import Foundation

/// A time in which a chain does not ask one of its backends, for anything or for one feed or thread.
public struct BackendSuspension: Hashable, Sendable {
    /// The name of the backend.
    public let backend: String
    /// The hash of the one feed, thread or source that it is not asked for; `nil` when it is asked for nothing at all.
    ///
    /// A hash, because suspensions are stored, and what a person reads and searches for must not be readable there.
    package let scopeHash: UInt64?
    /// The code of the failure.
    public package(set) var code: ErrorCode
    /// The date of the last failure.
    package var since: Date
    /// The date from which it is asked again.
    public var until: Date
    /// The number of suspensions in a row for the same code.
    package var strikes: Int

    struct Key: Hashable {
        var backend: String
        var scopeHash: UInt64?
    }

    var key: Key { Key(backend: backend, scopeHash: scopeHash) }

    /// Moves a suspension that begins in the future to now, after the clock was set back.
    mutating func rebase(to now: Date) {
        guard since > now else { return }
        until = now + until.timeIntervalSince(since)
        since = now
    }

    /// Returns the FNV-1a hash of a name, with 64 bits.
    static func hash(of scope: String) -> UInt64 {
        scope.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension BackendSuspension: Codable {
    private enum CodingKeys: String, CodingKey {
        case backend = "road"
        case scopeHash = "thing"
        case code, since, until, strikes
    }

    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        backend = try values.decode(String.self, forKey: .backend)
        // As text: many readers of JSON know no whole numbers of 64 bits.
        scopeHash = try values.decodeIfPresent(String.self, forKey: .scopeHash).flatMap { UInt64($0, radix: 16) }
        code = try values.decode(ErrorCode.self, forKey: .code)
        since = try values.decode(Date.self, forKey: .since)
        until = try values.decode(Date.self, forKey: .until)
        strikes = try values.decode(Int.self, forKey: .strikes)
        guard until > since, strikes > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .until, in: values, debugDescription: "A suspension begins before it ends.")
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(backend, forKey: .backend)
        try values.encodeIfPresent(scopeHash.map { String($0, radix: 16) }, forKey: .scopeHash)
        try values.encode(code, forKey: .code)
        try values.encode(since, forKey: .since)
        try values.encode(until, forKey: .until)
        try values.encode(strikes, forKey: .strikes)
    }
}
