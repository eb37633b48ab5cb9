public import Core
public import Foundation

/// A road that is not asked for a while, or not asked for one thing.
public struct RoadClosure: Hashable, Sendable {
    /// The road's name.
    public let road: String
    /// For what it is closed, as a number made from it; `nil` when the whole road is.
    ///
    /// A number, because the closures are stored: what a person reads and searches for is nobody's business there.
    public let thing: UInt64?
    /// How it failed.
    public internal(set) var code: ErrorCode
    /// When it failed last.
    public internal(set) var since: Date
    /// When it is asked again.
    public internal(set) var until: Date
    /// How often in a row it failed like that, each time after its time had come.
    public internal(set) var strikes: Int

    struct Key: Hashable {
        var road: String
        var thing: UInt64?
    }

    var key: Key { Key(road: road, thing: thing) }

    /// Moves a closure of the future to now: the clock was set back, and nothing stays closed for longer than it was to.
    mutating func rebase(to now: Date) {
        guard since > now else { return }
        until = now + until.timeIntervalSince(since)
        since = now
    }

    /// A number that stands for a thing: FNV-1a with 64 bits of its name.
    static func number(of thing: String) -> UInt64 {
        thing.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}

extension RoadClosure: Codable {
    private enum CodingKeys: String, CodingKey {
        case road, thing, code, since, until, strikes
    }

    /// Reads a closure.
    ///
    /// - Parameter decoder: Where from.
    /// - Throws: `DecodingError` for what is none.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        road = try values.decode(String.self, forKey: .road)
        // As text: many readers of JSON know no whole numbers of 64 bits.
        thing = try values.decodeIfPresent(String.self, forKey: .thing).flatMap { UInt64($0, radix: 16) }
        code = try values.decode(ErrorCode.self, forKey: .code)
        since = try values.decode(Date.self, forKey: .since)
        until = try values.decode(Date.self, forKey: .until)
        strikes = try values.decode(Int.self, forKey: .strikes)
        guard until > since, strikes > 0 else {
            throw DecodingError.dataCorruptedError(
                forKey: .until, in: values, debugDescription: "A closure begins before it ends.")
        }
    }

    /// Writes a closure.
    ///
    /// - Parameter encoder: Where to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(road, forKey: .road)
        try values.encodeIfPresent(thing.map { String($0, radix: 16) }, forKey: .thing)
        try values.encode(code, forKey: .code)
        try values.encode(since, forKey: .since)
        try values.encode(until, forKey: .until)
        try values.encode(strikes, forKey: .strikes)
    }
}
