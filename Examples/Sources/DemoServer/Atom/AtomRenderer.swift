import ServerKit

/// Puts the site's content into feeds.
struct AtomRenderer: Sendable {
    let links: SiteLinks
    /// Unix time, in seconds.
    let referenceTime: Int
    /// The path of the feed, without its query.
    let path: String

    /// A list; nothing in a feed says where it goes on, which is after the id of its last entry.
    func feed(_ things: [SiteContent.Thing], title: String, about subreddit: Subreddit? = nil) -> AtomFeed {
        feed(
            things.compactMap(entry), title: subreddit?.title ?? title, subtitle: subreddit?.summary,
            community: subreddit?.name)
    }

    /// A thread: the post, and then the comments, flat.
    ///
    /// Comments behind a "load more" are not there, as the site's feeds leave them out.
    func feed(_ post: Post, comments: [Comment], limit: Int) -> AtomFeed {
        let flat = comments.flatMap { $0.flattened() }.filter { $0.ancestors.count < 10 }
        let entries = flat.prefix(limit).map { entry($0.comment, on: post) }
        return feed([entry(post)] + entries, title: post.title, subtitle: nil, community: post.subreddit?.name)
    }

    private func feed(
        _ entries: [AtomFeed.Entry], title: String, subtitle: String?, community: String?
    ) -> AtomFeed {
        var page = Substring(path)
        if page.lowercased().hasSuffix(".rss") { page = page.dropLast(4) }
        return AtomFeed(
            id: path, title: title, subtitle: subtitle, community: community, ownLink: links.base + path,
            pageLink: links.base + page, updated: entries.map(\.updated).max() ?? referenceTime, entries: entries)
    }

    private func entry(_ thing: SiteContent.Thing) -> AtomFeed.Entry? {
        switch thing {
        case .post(let post): entry(post)
        case .comment(let comment, _, let post): entry(comment, on: post)
        case .community: nil
        }
    }

    private func entry(_ post: Post) -> AtomFeed.Entry {
        let renderer = PostRenderer(links: links, referenceTime: referenceTime)
        let json = renderer.object(post)
        let page = links.base + renderer.permalink(of: post)
        let thumbnail = json["thumbnail"]?.text.flatMap { $0.hasPrefix("http") ? $0 : nil }
        let address = json["url"]?.text ?? page
        return AtomFeed.Entry(
            id: post.fullname, title: post.title, author: post.author, community: post.subreddit?.name, link: page,
            published: referenceTime - post.age, updated: updated(post.edit, age: post.age),
            html: html(
                post, text: json["selftext_html"]?.text, thumbnail: thumbnail, page: page,
                address: address.hasPrefix("/") ? links.base + address : address),
            thumbnail: thumbnail)
    }

    private func entry(_ comment: Comment, on post: Post) -> AtomFeed.Entry {
        let renderer = PostRenderer(links: links, referenceTime: referenceTime)
        return AtomFeed.Entry(
            id: comment.fullname, title: "/u/\(comment.author ?? "[deleted]") on \(post.title)",
            author: comment.author, community: post.subreddit?.name,
            link: links.base + renderer.permalink(of: post) + comment.id + "/", published: nil,
            updated: updated(comment.edit, age: comment.age), html: MarkdownHTML.html(comment.body) ?? "",
            thumbnail: nil)
    }

    private func updated(_ edit: Post.Edit, age: Int) -> Int {
        if case .age(let edited) = edit { return referenceTime - edited }
        return referenceTime - age
    }

    /// The HTML that the site puts into a feed for a post: its text or its thumbnail, its author and its community.
    private func html(
        _ post: Post, text: String?, thumbnail: String?, page: String, address: String
    ) -> String {
        let (page, address) = (MarkdownHTML.escaped(page), MarkdownHTML.escaped(address))
        var line = ""
        if let author = post.author {
            line = #" &#32; submitted by &#32; <a href="\#(links.base)/user/\#(author)"> /u/\#(author) </a>"#
        }
        line += #" <br/> <span><a href="\#(address)">[link]</a></span>"#
        line += #" &#32; <span><a href="\#(page)">[comments]</a></span>"#
        guard let thumbnail else { return (text ?? "") + line }
        let title = MarkdownHTML.escaped(post.title).replacing("\"", with: "&quot;")
        let picture = #"<img src="\#(MarkdownHTML.escaped(thumbnail))" alt="\#(title)" title="\#(title)" />"#
        return "<table> <tr><td> <a href=\"\(page)\"> \(picture) </a> </td><td> \(text ?? "")\(line) </td></tr></table>"
    }
}
