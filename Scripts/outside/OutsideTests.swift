import Core
import Foundation
import Lantern
import Mocks
import Outside
import Testing

/// An app in a package of its own: two sites, a feed kind, a setting and a language that only it has.
@Suite(.testInjector)
struct OutsideTests {
    /// Answers for both sites' hosts; each has another picture at the same path.
    private struct Servers: RequestProvider {
        func response(to request: NetworkRequest) async throws -> NetworkResponse {
            let url = request.url
            func answer(_ text: String) -> NetworkResponse {
                NetworkResponse(status: 200, url: url, body: Data(text.utf8))
            }
            switch (url.host() ?? "", url.path()) {
            case ("news.example.com", "/stories"):
                return answer(#"{"stories":[{"id":7,"title":"Hello","time":1700000001,"url":"/7"}],"more":false}"#)
            case ("news.example.com", "/comments"): return answer(#"{"comments":[{"id":3,"html":"<p>First"}]}"#)
            case (let host, "/img/1.png"):
                let header: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
                return NetworkResponse(status: 200, url: url, body: Data(header) + Data(host.utf8))
            default: throw NetworkError(.notFound, status: 404)
            }
        }

        func shutDown() async {}
    }

    @MainActor @Test func aListOfTwoSitesShowsTheRightPictures() async throws {
        let services = try await start(in: "app", requests: Servers())
        let news = services.backends.profiles[Site(rawValue: "news")]
        let tag = SiteProfile.pictures.feed(try SiteProfile.pictures.source(parsing: "tag/Sunset"))
        #expect(tag.key == "pictures|-|-|-|tag/sunset")
        let model = CombinedFeedViewModel(feed: CombinedFeed([news.feed(.home), tag]))
        await model.load()
        let items = model.state.value.items
        #expect(items.map(\.item.post.title) == ["Hello", "tag/Sunset"])

        let images = Dependency.resolve((any ImageProvider).self)
        for (site, host) in [("news", "news.example.com"), ("pictures", "pictures.example.com")] {
            let picture = try await images.image(for: ResourceLink("/img/1.png", on: Site(rawValue: site)))
            #expect(picture.suffix(host.utf8.count) == Data(host.utf8))
        }

        let thread = CommentThreadViewModel(id: Post.ID(site: Site(rawValue: "news"), native: "7"))
        await thread.load()
        #expect(thread.state.value.rows.count == 1)
        model.stop()
        try await services.finish()
    }

    @Test func aSettingAndALanguageOfTheAppsOwnAreKept() async throws {
        let services = try await start(in: "app", requests: Servers())
        let settings = Dependency.resolve((any SettingsProvider).self)
        try await settings.set([Own.columns.key: .integer(4), .language: .text("ko")])
        #expect(settings.settings.value[Own.columns] == 4)
        await #expect(throws: DataError.self) { try await settings.set([Own.columns.key: .integer(9)]) }
        try await services.finish()

        let again = try await start(in: "app", requests: Servers())
        let kept = Dependency.resolve((any SettingsProvider).self).settings.value
        #expect(kept[Own.columns] == 4)
        let language = Language.chosen(kept.language, preferred: [], among: Language.allCases + [.korean])
        let format = PostFormat(language: language)
        #expect(format.text(OwnPhrase.hello) == "안녕하세요" && format.name(of: FeedSource.home) == "첫 화면")
        #expect(format.text(ListPhrase.gap) == PostFormat(language: .english).text(ListPhrase.gap))
        try await again.finish()
    }
}
