import Core
import Foundation
import Synchronization

/// The posts that both programs read, as Reddit's JSON for one and as RSS for the other.
///
/// Each title begins with the post's number, by which it is known on a screen; 0 is the newest.
final class ScreenPosts: Sendable {
    static let sourceCount = 20
    /// What has new posts whenever it is asked for.
    enum Growth {
        case nothing
        /// The feed of all posts: a page of them.
        case all
        /// Each of the twenty sources: a few.
        case sources

        fileprivate var step: Int {
            switch self {
            case .nothing: 0
            case .all: 100
            case .sources: 5
            }
        }
    }

    /// The number of times that something grows.
    private static let growthLimit = 40
    /// The number of posts that come later to the sources, and then as many to the feed of all.
    private static let laterCount = 4_000

    let count: Int
    /// The things and items of the stored posts, and then of those that come later, by number.
    private let things: [Data]
    private let items: [Data]
    private let names: [String]
    private let state = Mutex((growth: Growth.nothing, asked: [Int?: Int]()))

    init(count: Int, seed: UInt64) {
        self.count = count
        let source = PostSource(seed: seed)
        let now = Date.now
        var (things, items, names): ([Data], [Data], [String]) = ([], [], [])
        for number in 0..<count + 2 * Self.laterCount {
            var post = source.post(number)
            post.title = "n\(String(number + 100_000).dropFirst()) \(post.title)"
            // Those that come later are newer.
            let age = number < count ? Double(number + 10) * 60 : 600 - Double(number - count) / 20
            post.created = Date(timeIntervalSince1970: (now.timeIntervalSince1970 - age).rounded())
            post.subreddit = Self.name(number % Self.sourceCount)
            things.append(Self.thing(post))
            items.append(Self.item(post))
            names.append(post.id.native)
        }
        (self.things, self.items, self.names) = (things, items, names)
    }

    /// The number of the post whose title stands in a row; nil for none.
    static func number(in row: String) -> Int? {
        for word in row.split(separator: " ") where word.first == "n" && word.utf8.count == 6 {
            if let number = Int(word.dropFirst()) { return number }
        }
        return nil
    }

    /// The id of a post, as commands take it.
    func id(_ number: Int) -> String { names[number] }

    static func name(_ source: Int) -> String { "harbour\(source)" }

    /// From now on, something has more new posts whenever it is asked for; for another program, from the first on.
    func grow(_ growth: Growth) { state.withLock { $0 = (growth, [:]) } }

    // MARK: Answers

    /// The answer to a path with its query; nil where there is nothing.
    func answer(_ target: String) -> LocalServer.Answer? {
        guard let parts = URLComponents(string: target) else { return nil }
        let path = parts.path.split(separator: "/").map(String.init)
        if path.last == "about.json", path.count == 3 { return json(Self.about(path[1])) }
        if let name = path.last, name.hasSuffix(".xml") {
            let source = Self.source(named: String(name.dropLast(4)))
            return LocalServer.Answer(type: "application/rss+xml", body: channel(name, numbers(of: source, 0)))
        }
        guard path.last?.hasSuffix(".json") == true, path.count == 1 || path.count == 3 else { return nil }
        let source = path.count == 3 ? Self.source(named: path[1]) : nil
        guard path.count == 1 || source != nil else { return nil }
        func value(_ name: String) -> String? { parts.queryItems?.first { $0.name == name }?.value }
        let after = value("after").flatMap { name in names.firstIndex { $0 == name } }
        return json(listing(numbers(of: source, after), after, limit: value("limit").flatMap(Int.init) ?? 25))
    }

    private func json(_ body: Data) -> LocalServer.Answer {
        LocalServer.Answer(type: "application/json; charset=UTF-8", body: body)
    }

    private static func source(named name: String) -> Int? {
        (0..<sourceCount).first { self.name($0) == name }
    }

    /// The numbers of the posts of a source, or of all; those that came later first where the first page is wanted.
    private func numbers(of source: Int?, _ after: Int?) -> [Int] {
        let newCount = state.withLock { state -> Int in
            guard source == nil ? state.growth == .all : state.growth == .sources else { return 0 }
            if after == nil { state.asked[source, default: 0] += 1 }
            return min(Self.growthLimit, state.asked[source, default: 0]) * state.growth.step
        }
        guard let source else {
            let first = count + Self.laterCount
            return (first..<first + newCount).reversed() + Array(0..<count)
        }
        let new = (0..<newCount).map { count + $0 * Self.sourceCount + source }
        return new.reversed() + Array(stride(from: source, to: count, by: Self.sourceCount))
    }

    private func listing(_ numbers: [Int], _ after: Int?, limit: Int) -> Data {
        let start = after.flatMap { numbers.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
        let page = numbers[start...].prefix(limit)
        let next = start + page.count < numbers.count ? page.last.map { "\"\(names[$0])\"" } ?? "null" : "null"
        var body = Data(#"{"kind":"Listing","data":{"before":null,"after":\#(next),"children":["#.utf8)
        for (place, number) in page.enumerated() {
            if place > 0 { body.append(UInt8(ascii: ",")) }
            body += things[number]
        }
        return body + Data("]}}".utf8)
    }

    private func channel(_ name: String, _ numbers: [Int]) -> Data {
        var body = Data(
            """
            <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>\(name)</title>\
            <link>https://www.example.org/\(name)</link><description>\(name)</description>
            """.utf8)
        for number in numbers { body += items[number] }
        return body + Data("</channel></rss>".utf8)
    }

    // MARK: What a post is made of

    private static func about(_ name: String) -> Data {
        Data(
            #"{"kind":"t5","data":{"display_name":"\#(name)","name":"t5_\#(name)","title":"\#(name)","over18":false,"subscribers":1000}}"#
                .utf8)
    }

    private static func thing(_ post: Post) -> Data {
        var data: [String: Any] = [
            "id": String(post.id.native.dropFirst(3)), "name": post.id.native, "title": post.title,
            "created_utc": post.created?.timeIntervalSince1970 ?? 0, "is_self": post.text != nil,
            "selftext": post.text ?? "", "over_18": post.isNSFW ?? false, "spoiler": post.isSpoiler ?? false,
            "stickied": false, "edited": false, "num_comments": post.commentCount ?? 0, "score": post.score ?? 0,
        ]
        data["author"] = post.author
        data["author_fullname"] = post.authorFullname
        data["subreddit"] = post.subreddit
        data["domain"] = post.domain
        data["permalink"] = post.permalink
        data["link_flair_text"] = post.flair
        if let link = post.url { data["url"] = "\(link)" }
        if let link = post.thumbnail { data["thumbnail"] = "\(link)" }
        do {
            return try JSONSerialization.data(withJSONObject: ["kind": "t3", "data": data])
        } catch {
            preconditionFailure("A made-up post is no JSON: \(error)")
        }
    }

    /// Dates as RSS has them.
    private static let dates = Date.VerbatimFormatStyle(
        format: """
            \(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \
            \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\
            \(second: .twoDigits) +0000
            """,
        locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))

    private static func item(_ post: Post) -> Data {
        func plain(_ text: String) -> String {
            text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        }
        let date = (post.created ?? .distantPast).formatted(dates)
        let link = "https://www.example.org\(post.permalink ?? "")"
        return Data(
            """
            <item><title>\(plain(post.title))</title><link>\(link)</link><guid>\(link)</guid>\
            <author>\(plain(post.author ?? ""))</author><pubDate>\(date)</pubDate>\
            <description>\(plain(post.text ?? ""))</description></item>
            """.utf8)
    }
}
