import Core
import Foundation

/// A site made from closures: a front page of two posts with a picture each, one more post in every other feed, and a
/// comment on each of them.
struct TestSite: Sendable {
    let profile: SiteProfile
    let pages = Asked<PageRequest>()
    let threads = Asked<ThreadRequest>()

    init(_ profile: SiteProfile) {
        self.profile = profile
    }

    /// Creates a site whose server is known, where an address is given.
    init(_ name: String, address: String? = nil) {
        self.init(
            SiteProfile(
                site: Site(rawValue: name), publicAddress: address.flatMap { URL(string: $0) }, defaultSort: nil))
    }

    var site: Site { profile.site }
    var home: Feed { profile.feed(.home) }

    func id(_ native: String) -> Post.ID { Post.ID(site: site, native: native) }

    func picture(of native: String) -> ResourceLink { ResourceLink("/img/\(native).png", on: site) }

    func post(_ native: String, _ title: String) -> Post {
        var post = Post(
            id: id(native), title: title, media: Media(kind: .image, source: MediaSource(link: picture(of: native))))
        post.created = Date(timeIntervalSince1970: 1_699_990_000)
        return post
    }

    /// A backend of the site.
    ///
    /// - Parameters:
    ///   - name: Its name in a chain; the site's by default.
    ///   - failure: What it answers to everything, where it has nothing else to say.
    /// - Returns: A backend that reads the site's pages.
    func backend(_ name: String? = nil, failure: NetworkError? = nil) -> Backend {
        var backend = Backend(profile) { request in
            pages.note(request)
            if let failure { throw failure }
            let isHome = request.feed.source == .home
            let posts = isHome ? [post("a", "Red sky"), post("b", "Blue sea")] : [post("c", "Green hill")]
            return Page(posts: posts, source: "test")
        } thread: { request in
            threads.note(request)
            if let failure { throw failure }
            var comment = Comment(id: Comment.ID(site: site, native: "1"), parent: .post(request.post))
            comment.body = "Well seen"
            return CommentThread(entries: [.comment(comment)], source: "test")
        }
        if let name { backend.name = name }
        return backend
    }
}
