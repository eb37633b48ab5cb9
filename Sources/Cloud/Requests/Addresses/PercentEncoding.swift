/// Percent-encoding by the strictest reading of RFC 3986: whatever is not unreserved is encoded.
///
/// Foundation's sets leave `+ & ; =` and more as they are in a query, where servers read them as space and separators.
enum PercentEncoding {
    /// Encodes a part of a path, or a name or value of a query.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text in `A-Z a-z 0-9 - . _ ~` and `%XX`.
    static func encoded(_ text: String) -> String {
        var result: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.append(byte)
            default:
                result += escape(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// A byte as `%XX`.
    ///
    /// - Parameter byte: Any byte.
    /// - Returns: Three characters of ASCII.
    static func escape(_ byte: UInt8) -> [UInt8] {
        [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    /// A query in the order of its names, so that equal requests are equal text.
    ///
    /// - Parameter items: Names and values, not encoded yet.
    /// - Returns: `a=1&b=2`, without a question mark.
    static func query(_ items: [String: String]) -> String {
        items.keys.sorted().map { "\(encoded($0))=\(encoded(items[$0] ?? ""))" }.joined(separator: "&")
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
