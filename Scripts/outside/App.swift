import Foundation
public import Lantern

/// A second site, made from closures: one page of pictures by tag.
extension SiteProfile {
    public static let pictures = SiteProfile(
        site: Site(rawValue: "pictures"), publicAddress: URL(string: "https://pictures.example.com"),
        feeds: [FeedRule(.home), FeedRule(.tag) { (name: String) throws(DataError) -> String in
            guard !name.isEmpty else { throw DataError(.invalidInput, message: "A tag is a word.") }
            return name
        }], defaultSort: nil)
}

extension FeedKind {
    public static let tag = FeedKind(rawValue: "tag")
}

/// A setting and a phrase of the app's own.
public enum Own {
    public static let columns = Setting("columns", title: "Columns", default: 2, in: 1...6)
}

public enum OwnPhrase: String, LocalizedPhrase, CaseIterable {
    case hello

    public var english: PhraseText {
        switch self {
        case .hello: .fixed("Hello")
        }
    }
}

extension Language {
    public static let korean = Language("ko", plurals: .none)
        .adding([OwnPhrase.hello: .fixed("안녕하세요")])
        .adding([FeedPhrase.frontPage: .fixed("첫 화면")])
}

/// The wiring: ten lines at most.
public func start(in folder: String, requests: any RequestProvider) async throws -> AppServices {
    let pictures = Backend(.pictures) { request in
        var post = Post(id: Post.ID(site: request.feed.site, native: "1"), title: "\(request.feed.source)")
        post.thumbnail = ResourceLink("/img/1.png", on: request.feed.site)
        post.created = Date(timeIntervalSince1970: 1_700_000_000)
        return Page(posts: [post], source: "pictures")
    }
    let configuration = AppServices.Configuration(
        ownSettings: [Own.columns.definition], languages: [InterfaceLanguage(rawValue: "ko")])
    return try await AppServices.start(in: folder, backends: [.news(), pictures], configuration: configuration) {
        Dependency.register((any RequestProvider).self) { requests }
    }
}
