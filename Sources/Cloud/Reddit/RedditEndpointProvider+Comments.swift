package import Core
import Foundation

extension RedditEndpointProvider {
    /// The request for what a placeholder stands for.
    ///
    /// Comments are named without their `t1_`, which is what placeholders of the site's own answers do.
    ///
    /// - Parameter request: The placeholder; 100 comments of it at most.
    /// - Returns: A GET request for JSON.
    /// - Throws: `DataError` with the code `invalidInput` for a post or a comment whose id is none of Reddit's.
    package func more(_ request: MoreRequest) throws(DataError) -> NetworkRequest {
        var query = ["raw_json": "1"]
        query["sort"] = request.sort?.rawValue
        let post = try Self.number(of: request.post)
        guard request.more.isContinuation else {
            var children: [String] = []
            for id in request.ids { children.append(try Self.number(of: id, on: request.post.site)) }
            query["api_type"] = "json"
            query["children"] = children.joined(separator: ",")
            query["limit_children"] = "false"
            query["link_id"] = "t3_\(post)"
            return try comments("/api/morechildren", query, priority: request.priority)
        }
        switch request.more.parent {
        case .post: return try comments("/comments/\(post)", query, priority: request.priority)
        case .comment(let id):
            let comment = try Self.number(of: id, on: request.post.site)
            return try comments("/comments/\(post)/_/\(comment)", query, priority: request.priority)
        }
    }

    /// A request for comments, in either dialect.
    func comments(
        _ path: String, _ query: [String: String], priority: RequestPriority
    ) throws(DataError) -> NetworkRequest {
        guard let url = URL(string: base.text("\(path)\(dialect.suffix)?\(PercentEncoding.query(query))")) else {
            throw DataError(.invalidInput, message: "'\(path)' makes no address.")
        }
        var request = NetworkRequest(url, headers: ["Accept": "application/json"], priority: priority)
        request.errorPaths = RedditPages.errorPaths
        return request
    }

    /// A post's id without its `t3_`, checked so that nothing but its own characters gets into a path.
    static func number(of post: Post.ID) throws(DataError) -> Substring {
        guard let number = number(in: post.native, prefix: "t3_") else {
            throw DataError(.invalidInput, message: "'\(post.native)' is no post's id; those look like t3_abc.")
        }
        return number
    }

    /// A comment's id without its `t1_`.
    private static func number(of comment: Comment.ID, on site: Site) throws(DataError) -> String {
        guard comment.site == site, let number = number(in: comment.native, prefix: "t1_") else {
            throw DataError(.invalidInput, message: "'\(comment.native)' is no comment's id; those look like t1_abc.")
        }
        return String(number)
    }

    private static func number(in native: String, prefix: String) -> Substring? {
        let number = native.hasPrefix(prefix) ? native.dropFirst(prefix.count) : native[...]
        let isNumber = number.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return number.isEmpty || !isNumber ? nil : number
    }
}
