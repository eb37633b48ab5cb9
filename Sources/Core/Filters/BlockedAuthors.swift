/// The names of the people whose posts and comments are not wanted, compared in any case.
struct BlockedAuthors: Sendable {
    /// As they were typed, by their names in small letters.
    private let names: [String: String]

    init(_ typed: [String]) {
        names = Dictionary(
            typed.compactMap { typed in
                SettingList.authors.form(of: typed.trimmingWhiteSpace).map { ($0.lowercased(), typed) }
            }, uniquingKeysWith: { first, _ in first })
    }

    var isEmpty: Bool { names.isEmpty }

    /// The entry of the list that a writer falls under.
    func match(_ author: String?) -> String? {
        guard !names.isEmpty, let author else { return nil }
        return names[author.lowercased()]
    }
}
