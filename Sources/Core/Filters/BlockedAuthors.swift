/// A list of blocked authors, compared in any case.
struct BlockedAuthors: Sendable {
    /// The names as they were typed, by the names in lower case.
    private let names: [String: String]

    init(_ typed: [String]) {
        names = Dictionary(
            typed.compactMap { typed in
                SettingList.authors.form(of: typed.trimmingWhiteSpace).map { ($0.lowercased(), typed) }
            }, uniquingKeysWith: { first, _ in first })
    }

    var isEmpty: Bool { names.isEmpty }

    /// Returns the entry that blocks an author, as it was typed.
    func match(_ author: String?) -> String? {
        guard !names.isEmpty, let author else { return nil }
        return names[author.lowercased()]
    }
}
