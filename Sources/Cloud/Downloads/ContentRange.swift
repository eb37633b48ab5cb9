/// The header `Content-Range` of RFC 9110, section 14.4: which bytes came, of how many.
struct ContentRange: Equatable {
    /// The first byte, counted from 0.
    let first: Int
    /// The last byte.
    let last: Int
    /// The bytes of the whole; `nil` for `*`.
    let total: Int?

    /// Reads a header.
    ///
    /// - Parameter text: `bytes 5-9/10` or `bytes 5-9/*`; nothing is made of any other form, and of numbers that
    ///   contradict each other.
    init?(_ text: String) {
        let parts = text.split { $0 == " " || $0 == "\t" }
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let halves = parts[1].split(separator: "/", omittingEmptySubsequences: false)
        guard halves.count == 2 else { return nil }
        let range = halves[0].split(separator: "-", omittingEmptySubsequences: false)
        guard range.count == 2, let first = Self.number(range[0]), let last = Self.number(range[1]), first <= last
        else { return nil }
        if halves[1] == "*" {
            total = nil
        } else {
            guard let total = Self.number(halves[1]), last < total else { return nil }
            self.total = total
        }
        (self.first, self.last) = (first, last)
    }

    /// Digits only: `Int` would also read a sign.
    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}
