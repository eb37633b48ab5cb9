/// A list of blocked flairs: each is a whole flair, compared without case and diacritics of Latin letters.
struct BlockedFlairs: Sendable {
    /// The flairs as they were typed, by their folded form.
    private let flairs: [[UInt8]: String]

    /// Reads the flairs; `nil` when there are none.
    init?(_ typed: [String]) {
        flairs = Dictionary(
            typed.filter { !Self.folded($0).isEmpty }.map { (Self.folded($0), $0) },
            uniquingKeysWith: { first, _ in first })
        if flairs.isEmpty { return nil }
    }

    /// Returns the entry that is a post's flair, as it was typed.
    func match(_ flair: String?) -> String? {
        flair.flatMap { flairs[Self.folded($0)] }
    }

    private static func folded(_ text: String) -> [UInt8] {
        TextFolding.fold(text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
}
