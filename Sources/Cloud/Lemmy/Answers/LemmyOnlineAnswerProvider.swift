import Core
import Foundation

/// A provider of the answers to accounts of a Lemmy server.
///
/// | what is asked for | path |
/// | --- | --- |
/// | replies | `/api/v3/user/replies?sort=New&unread_only=…&page=…&limit=…` |
/// | mentions | `/api/v3/user/mention`, as replies |
/// | whether something is not read | `/api/v3/user/unread_count` |
///
/// A page is the same page of both lists; a list that has ended is not asked for again. Where nothing is unread by the
/// count, no list of what is unread is asked for. A dead token is refused by all three, and what names another
/// recipient counts as that.
///
/// (Source: LemmyNet/lemmy-js-client, 0.19: `GetReplies`, `GetPersonMentions`, `GetUnreadCountResponse`.)
struct LemmyOnlineAnswerProvider: OnlineAnswerProvider {
    let site: Site

    private let endpoints: LemmyEndpointProvider
    private let reader: AnswerReader
    private let source: String

    /// The greatest number that a server takes as a limit.
    private static let largestPage = 50

    /// Creates a provider.
    ///
    /// - Parameters:
    ///   - site: The site of the answers.
    ///   - endpoints: The addresses of the server.
    ///   - requests: The provider that performs requests, with the session of the account that each is for.
    ///   - source: The name that pages give as their source; `lemmy` by default.
    init(site: Site, endpoints: LemmyEndpointProvider, requests: any RequestProvider, source: String = "lemmy") {
        self.site = site
        self.endpoints = endpoints
        reader = AnswerReader(requests)
        self.source = source
    }

    func fetchAnswers(_ request: AnswerPageRequest) async throws -> AnswerPage {
        guard request.account.site == site else { throw DataError.wrongAccount(request.account, of: site) }
        var numbers = try LemmyAnswerCursor(request.cursor).numbers
        if request.isUnreadOnly, request.cursor == nil {
            for list in try await listsWithoutUnread(request) { numbers[list] = nil }
        }
        let limit = min(max(request.limit, 1), Self.largestPage)
        // One after the other: of two that fail alike one is enough.
        var parts: [(list: LemmyAnswerList, page: LemmyAnswerDecoder.Part)] = []
        for list in LemmyAnswerList.allCases {
            guard let number = numbers[list] else { continue }
            let networkRequest = try endpoints.answers(list, page: number, limit: limit, request)
            let context = LemmyObject.Context(site: site, endpoints: endpoints)
            let decoder = LemmyAnswerDecoder(context: context, account: request.account)
            let part = try await reader.value(of: networkRequest) { try decoder.part(from: $0.body, list) }
            parts.append((list, part))
        }
        var next = LemmyAnswerCursor(numbers: [:])
        var page = AnswerPage(source: source)
        for (list, part) in parts {
            page.answers += part.answers
            page.issues += part.issues
            guard part.viewCount >= limit, let number = numbers[list] else { continue }
            next.numbers[list] = number + 1
            if let last = part.answers.last { page.ends.append(last.id) }
        }
        page.next = next.cursor
        page.answers.sort { ($0.created ?? .distantPast) > ($1.created ?? .distantPast) }
        return page
    }

    /// The lists that have nothing unread, by the server's count.
    private func listsWithoutUnread(_ request: AnswerPageRequest) async throws -> [LemmyAnswerList] {
        let networkRequest = try endpoints.unreadCount(request)
        return try await reader.value(of: networkRequest) { response in
            let counts = try response.json()
            return [
                counts["replies"]?.int == 0 ? .replies : nil, counts["mentions"]?.int == 0 ? .mentions : nil,
            ].compactMap(\.self)
        }
    }
}

/// The position of a page in both lists: `replies:2,mentions:3`, without a list that has ended.
struct LemmyAnswerCursor: Hashable, Sendable {
    /// The numbers of the pages, from 1.
    var numbers: [LemmyAnswerList: Int]

    /// Creates a position.
    init(numbers: [LemmyAnswerList: Int]) {
        self.numbers = numbers
    }

    /// Reads a position.
    ///
    /// - Parameter cursor: Its text; `nil` for the beginning of both lists.
    /// - Throws: `DataError` with the code `invalidInput` for what is none.
    init(_ cursor: PageCursor?) throws(DataError) {
        numbers = [:]
        guard let cursor else {
            numbers = [.replies: 1, .mentions: 1]
            return
        }
        for part in cursor.rawValue.split(separator: ",", omittingEmptySubsequences: false) {
            let words = part.split(separator: ":")
            guard words.count == 2, let list = LemmyAnswerList(rawValue: String(words[0])), let number = Int(words[1]),
                number > 0, numbers[list] == nil
            else {
                throw DataError(.invalidInput, message: "'\(cursor)' is no place in Lemmy's answers. Refresh them.")
            }
            numbers[list] = number
        }
    }

    /// Its text; `nil` where both lists have ended.
    var cursor: PageCursor? {
        let parts = LemmyAnswerList.allCases.compactMap { list in numbers[list].map { "\(list.rawValue):\($0)" } }
        return PageCursor(next: parts.joined(separator: ","))
    }
}

extension LemmyEndpointProvider {
    /// The request for one page of a list of answers.
    ///
    /// - Parameters:
    ///   - list: The list.
    ///   - number: The number of the page, from 1.
    ///   - limit: The number of answers, 1 to 50.
    ///   - page: The account, and whether only what is unread is asked for.
    /// - Returns: A GET request that goes out as that account only.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func answers(
        _ list: LemmyAnswerList, page number: Int, limit: Int, _ page: AnswerPageRequest
    ) throws(DataError) -> NetworkRequest {
        let query = [
            "sort": "New", "unread_only": page.isUnreadOnly ? "true" : "false", "page": String(number),
            "limit": String(limit),
        ]
        return try own("/api/v3/\(list.path)", query, page)
    }

    /// The request for how much is unread.
    ///
    /// - Parameter page: The account.
    /// - Returns: A GET request that goes out as that account only.
    /// - Throws: `DataError` with the code `invalidInput` for what makes no address.
    func unreadCount(_ page: AnswerPageRequest) throws(DataError) -> NetworkRequest {
        try own("/api/v3/user/unread_count", [:], page)
    }

    private func own(
        _ path: String, _ query: [String: String], _ page: AnswerPageRequest
    ) throws(DataError) -> NetworkRequest {
        var request = try base.request(path, query: query, priority: page.priority)
        request.errorWords = LemmyObject.errorWords
        request.sender = .account(page.account)
        return request
    }
}
