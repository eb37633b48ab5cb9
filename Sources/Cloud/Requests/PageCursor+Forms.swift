public import Core
import Foundation

/// Cursors for servers that have none of their own: they count posts or pages, or give a list of ids.
extension PageCursor {
    /// Makes a cursor for a server that counts posts.
    ///
    /// - Parameter count: The number of posts before the next page.
    /// - Returns: The cursor, written `offset:50`.
    public static func offset(_ count: Int) -> PageCursor { PageCursor(rawValue: Form.offset + String(count)) }

    /// Makes a cursor for a server that counts pages.
    ///
    /// - Parameter number: The number of the next page, as the server counts.
    /// - Returns: The cursor, written `page:2`.
    public static func page(_ number: Int) -> PageCursor { PageCursor(rawValue: Form.page + String(number)) }

    /// Makes a cursor for a server that lists all ids at once and gives each thing by its id.
    ///
    /// It holds the ids that are left, so paging goes on in the list as it was: nothing comes twice or is left out when
    /// the server's list changes meanwhile, and the list is not asked for again. It is stored with the feed and as long
    /// as the ids are, so it suits lists of some hundreds.
    ///
    /// - Parameter ids: The rest of the list.
    /// - Returns: The cursor, written `ids:1,2`; `nil` when nothing is left.
    public static func ids(_ ids: some Collection<String>) -> PageCursor? {
        guard !ids.isEmpty else { return nil }
        return PageCursor(rawValue: Form.ids + ids.map(PercentEncoding.encoded).joined(separator: ","))
    }

    private enum Form {
        static let offset = "offset:"
        static let page = "page:"
        static let ids = "ids:"
    }

    /// Returns the text behind the prefix of a cursor; `nil` for a cursor of another form.
    private func text(behind form: String) -> Substring? {
        rawValue.hasPrefix(form) ? rawValue.dropFirst(form.count) : nil
    }

    fileprivate var offset: Int? { text(behind: Form.offset).flatMap { Int32($0) }.flatMap { $0 >= 0 ? Int($0) : nil } }

    fileprivate var page: Int? {
        text(behind: Form.page).flatMap { Int32($0) }.flatMap { (0..<Int32.max).contains($0) ? Int($0) : nil }
    }

    fileprivate var ids: [String]? {
        text(behind: Form.ids)?.split(separator: ",").map { String($0).removingPercentEncoding ?? String($0) }
    }
}

extension PageRequest {
    /// Returns the number of posts before the page, for a server that counts posts.
    ///
    /// - Returns: The number given to ``Core/PageCursor/offset(_:)``, 0 for the first page.
    /// - Throws: `DataError` with the code `invalidInput` for a cursor of another form.
    public func offset() throws(DataError) -> Int { try position(orElse: 0) { $0.offset } }

    /// Returns the number of the page, for a server that counts pages.
    ///
    /// - Parameter first: The number of the first page, 1 by default.
    /// - Returns: The number given to ``Core/PageCursor/page(_:)``, `first` for the first page.
    /// - Throws: `DataError` with the code `invalidInput` for a cursor of another form, and for a number below `first`.
    public func pageNumber(first: Int = 1) throws(DataError) -> Int {
        try position(orElse: first) { cursor in cursor.page.flatMap { $0 >= first ? $0 : nil } }
    }

    /// Returns the ids that are left of the server's list.
    ///
    /// - Returns: The list given to ``Core/PageCursor/ids(_:)``; `nil` for the first page, whose list has to be asked
    ///   for.
    /// - Throws: `DataError` with the code `invalidInput` for a cursor of another form.
    public func ids() throws(DataError) -> [String]? { try position(orElse: nil) { $0.ids } }

    private func position<Position>(
        orElse first: Position, _ read: (PageCursor) -> Position?
    ) throws(DataError) -> Position {
        guard let cursor, !cursor.rawValue.isEmpty else { return first }
        guard let position = read(cursor) else {
            throw DataError(.invalidInput, message: "This list cannot go on from here. Refresh it.")
        }
        return position
    }
}
