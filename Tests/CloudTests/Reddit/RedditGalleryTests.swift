import Core
import Foundation
import Testing

@testable import Cloud

/// Galleries as a hostile or broken server would write them.
@Suite(.timeLimit(.minutes(5)))
struct RedditGalleryTests {
    private func items(_ ids: some Sequence<String>) -> String {
        "{\"items\":[" + ids.map { "{\"media_id\":\"\($0)\"}" }.joined(separator: ",") + "]}"
    }

    private func metadata(_ ids: some Sequence<String>) -> String {
        "{" + ids.map { "\"\($0)\":{\"s\":{\"u\":\"https://i.it/\($0)\"}}" }.joined(separator: ",") + "}"
    }

    /// Looking for each picture among all of them would take minutes here.
    @Test func manyGalleriesWithManyEntriesAreReadInOneGo() async throws {
        let names = (0..<60_000).map { "m\($0)" }
        let body = listing([
            postJSON(["gallery_data": items(names.reversed()), "media_metadata": metadata(names)]),
            postJSON(["gallery_data": items(repeatElement("none", count: 60_000)), "media_metadata": metadata(names)]),
        ])
        let posts = try await page(body).posts
        #expect(posts.first?.media.gallery.first?.source?.link == ResourceLink("https://i.it/m59999", on: .reddit))
        #expect(posts.last?.media.gallery.allSatisfy { $0.source == nil } == true)
    }

    @Test func aGalleryEndsAtItsBound() async throws {
        let count = RedditMediaResolver.maximumGalleryItems
        let names = (0...count).map { "m\($0)" }
        let media = try await post(["gallery_data": items(names), "media_metadata": metadata(names)])?.media
        #expect(media?.gallery.map(\.id) == Array(names.prefix(count)))
        #expect(media?.gallery.last?.source?.link == ResourceLink("https://i.it/m\(count - 1)", on: .reddit))
    }

    @Test func thePreviewsOfAPictureEndAtTheirBound() async throws {
        let count = RedditMediaResolver.maximumPreviews
        let sizes = (1...count + 5).map { #"{"url":"https://p.it/\#($0)","width":\#($0),"height":1}"# }
        let resolutions = sizes.joined(separator: ",")
        let preview = #"{"images":[{"source":{"url":"https://p.it/full"},"resolutions":[\#(resolutions)]}]}"#
        let links = try await post(["preview": preview])?.media.previews.map(\.link.text)
        #expect(links == (1...count).map { "https://p.it/\($0)" } + ["https://p.it/full"])
    }

    @Test func ofTwoEntriesWithOneNameTheLastCounts() async throws {
        let metadata = #"{"a":{"s":{"u":"https://i.it/1"}},"\u0061":{"s":{"u":"https://i.it/2"}},"b":null}"#
        let media = try await post(["gallery_data": items(["a", "b"]), "media_metadata": metadata])?.media
        #expect(media?.gallery.map(\.source?.link) == [ResourceLink("https://i.it/2", on: .reddit), nil])
    }
}
