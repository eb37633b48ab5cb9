/// Threads, with what people wrote in them.
extension SiteSnapshot {
    /// The comments on a post, each with everything below it.
    func thread(of post: Post) -> [Comment] {
        // Generated from the post as it was: an answer more, or a deletion, must not change the others.
        let generated = base.post(id: post.id).map { CommentGenerator(seed: base.seed, post: $0).thread() } ?? []
        if state == SiteState() { return generated }
        let written = Dictionary(grouping: state.comments.filter { $0.postID == post.id }) { $0.ancestors.last ?? "" }
        return generated.map { dressed($0, written) } + (written[""] ?? []).map { dressed(self.comment($0), written) }
    }

    /// A comment with what people did to it and wrote below it.
    private func dressed(_ comment: Comment, _ written: [String: [WrittenComment]]) -> Comment {
        var comment = seen(comment)
        comment.replies =
            comment.replies.map { dressed($0, written) }
            + (written[comment.id] ?? []).map { dressed(self.comment($0), written) }
        return comment
    }

    /// A comment as the account that asks sees it.
    private func seen(_ comment: Comment) -> Comment {
        var comment = comment
        let name = comment.fullname
        comment.score += state.scores[name] ?? 0
        if let change = state.changes[name] {
            if let text = change.text { comment.body = text }
            if let edited = change.edited { comment.edit = .age(referenceTime - edited) }
            if change.isDeleted { comment.delete() }
        }
        if let vote = person?.votes[name] { comment.vote = vote == 0 ? nil : vote > 0 }
        comment.isSaved = person?.saved[name] ?? false
        return comment
    }

    private func comment(_ written: WrittenComment) -> Comment {
        let author = catalog.post(id: written.postID)?.author
        var comment = Comment(
            id: written.id, author: written.author, body: written.text, removal: nil, score: 0,
            age: referenceTime - written.created, edit: written.edited.map { .age(referenceTime - $0) } ?? .never,
            isByPostAuthor: author?.lowercased() == written.author.lowercased())
        comment.writtenNumber = written.number
        if written.isDeleted { comment.delete() }
        return comment
    }

    /// A written comment alone, without what is below it, as an element of a list; nil where its post is not there.
    func thing(_ written: WrittenComment) -> SiteContent.Thing? {
        catalog.post(id: written.postID).map { .comment(seen(comment(written)), parent: written.parent, on: $0) }
    }

    /// The post or comment with that fullname, comments with everything below them.
    func thing(named fullname: String) -> SiteContent.Thing? {
        let id = String(fullname.dropFirst(3))
        if fullname.hasPrefix("t3_") { return catalog.post(id: id).map(SiteContent.Thing.post) }
        guard fullname.hasPrefix("t1_"), let found = comment(id: id) else { return nil }
        let parent = found.ancestors.last.map { "t1_" + $0 } ?? found.post.fullname
        return .comment(found.comment, parent: parent, on: found.post)
    }

    /// The comment with that id, which is without the `t1_`, the ids that it is below, and its post.
    func comment(id: String) -> (comment: Comment, ancestors: [String], post: Post)? {
        guard let post = post(ofComment: id) else { return nil }
        for (comment, ancestors) in thread(of: post).flatMap({ $0.flattened() }) where comment.id == id {
            return (comment, ancestors, post)
        }
        return nil
    }

    /// The post that the comment with that id, which is without the `t1_`, is or would be on.
    func post(ofComment id: String) -> Post? {
        if let index = state.commentIndex(id) { return catalog.post(id: state.comments[index].postID) }
        guard Int(id, radix: 36).map({ $0 < SiteState.firstNumber }) ?? false else { return nil }
        return base.post(ofComment: id).flatMap { catalog.post(id: $0.id) }
    }

    /// An account's comments: those on its own posts that were generated, and all that it wrote; without deleted ones,
    /// the newest first.
    func comments(by user: String) -> [SiteContent.Thing] {
        var things: [SiteContent.Thing] = []
        for post in base.posts(by: user) {
            guard let post = catalog.post(id: post.id) else { continue }
            for (comment, ancestors) in thread(of: post).flatMap({ $0.flattened() })
            where comment.isByPostAuthor && comment.writtenNumber == 0 && comment.removal == nil {
                let parent = ancestors.last.map { "t1_" + $0 } ?? post.fullname
                things.append(.comment(comment, parent: parent, on: post))
            }
        }
        let key = user.lowercased()
        let written = state.comments.filter { $0.author.lowercased() == key && !$0.isDeleted }
        return SiteContent.Thing.newestFirst(things + written.compactMap(thing))
    }
}

extension Comment {
    /// Takes away who wrote it and what it says.
    fileprivate mutating func delete() {
        deletedAuthor = author
        author = nil
        body = Comment.Removal.byAuthor.rawValue
        removal = .byAuthor
    }
}
