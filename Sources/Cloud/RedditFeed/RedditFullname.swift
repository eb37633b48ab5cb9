/// Reddit's name for a thing: its kind and its number, `t3_abc123`.
struct RedditFullname: Hashable, Sendable {
    /// The kind: `t1` a comment, `t3` a post, `t5` a subreddit.
    let kind: String
    /// The number to the base of 36, as Reddit writes it.
    let number: String

    /// The name as it is written.
    var text: String { "\(kind)_\(number)" }

    /// Reads a name.
    ///
    /// - Parameter text: `t`, a digit, `_`, and then small letters and digits, at most 16.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (4...19).contains(bytes.count), bytes[0] == UInt8(ascii: "t"), (0x30...0x39).contains(bytes[1]),
            bytes[2] == UInt8(ascii: "_"),
            bytes[3...].allSatisfy({
                (0x30...0x39).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            })
        else { return nil }
        kind = String(decoding: bytes[..<2], as: UTF8.self)
        number = String(decoding: bytes[3...], as: UTF8.self)
    }
}
