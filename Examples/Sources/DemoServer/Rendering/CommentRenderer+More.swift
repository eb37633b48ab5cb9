import ServerKit

/// The site's answer to a request for the comments of a placeholder.
extension CommentRenderer {
    /// The comments that were asked for and what is below each, in one list without any nesting: whoever reads it puts
    /// them together by their parents.
    ///
    /// Below each the rules of a thread hold: ten levels, six replies, then placeholders.
    ///
    /// - Parameters:
    ///   - replies: The requested comments; all of them are in the answer.
    ///   - limit: The largest number of replies to them.
    /// - Returns: `t1` and `more` things, each comment before what is below it.
    func flat(_ replies: [SiteContent.Reply], limit: Int) -> [JSONValue] {
        var things: [JSONValue] = []
        var remaining = limit
        for reply in replies {
            add(reply, level: 0, remaining: &remaining, to: &things)
        }
        return things
    }

    private func add(
        _ reply: SiteContent.Reply, level: Int, remaining: inout Int, to things: inout [JSONValue]
    ) {
        var alone = reply.comment
        alone.replies = []
        var none = 0
        things.append(thing(alone, parent: reply.parent, depth: reply.depth, remaining: &none))
        let (comments, parent, depth) = (reply.comment.replies, reply.comment.fullname, reply.depth + 1)
        if comments.isEmpty { return }
        if level + 1 >= Self.depthLimit {
            things.append(continuation(parent: parent, depth: depth))
            return
        }
        var shown = 0
        for comment in comments.prefix(Self.widthLimit) where remaining > 0 {
            (remaining, shown) = (remaining - 1, shown + 1)
            let below = SiteContent.Reply(comment: comment, parent: parent, depth: depth)
            add(below, level: level + 1, remaining: &remaining, to: &things)
        }
        let hidden = Array(comments.dropFirst(shown))
        if !hidden.isEmpty { things.append(more(hidden, parent: parent, depth: depth)) }
    }
}
