import Core
import Foundation
import Mocks
import Testing

struct PostTests {
    @Test func anIDIsWrittenAsSiteAndNative() throws {
        let id = Post.ID(site: .lemmy("Lemmy.World"), native: "12/3")
        #expect(id.description == "lemmy:lemmy.world/12/3")
        #expect(Post.ID(id.description) == id)
        #expect(Post.ID("no-slash") == nil)
        #expect(Post.ID("/x") == nil)
        #expect(Post.ID("x/") == nil)
        let decoded = try JSONDecoder().decode([Post.ID].self, from: JSONEncoder().encode([id]))
        #expect(decoded == [id])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Post.ID].self, from: Data(#"["x"]"#.utf8)) }
    }

    @Test func aPoorerCopyNeverOverwritesWhatIsKnown() {
        // Given a post as the JSON of a site tells it
        var full = Post(id: Post.ID(site: .reddit, native: "t3_x"), title: "Old title")
        full.score = 34
        full.commentCount = 12
        full.isNSFW = false
        full.text = "text"
        full.media = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/a.png"), width: 4, height: 3))
        // When its Atom feed tells the same, with a new title and no numbers
        var poor = Post(id: full.id, title: "New title", media: Media(kind: .image))
        poor.author = "maria"
        let merged = poor.filled(from: full)
        // Then what is new is there, and nothing is lost
        #expect(merged.title == "New title")
        #expect(merged.author == "maria")
        #expect(merged.score == 34)
        #expect(merged.commentCount == 12)
        #expect(merged.isNSFW == false)
        #expect(merged.text == "text")
        #expect(merged.media.source?.width == 4)
    }

    @Test func whoTookAPostDownIsForgottenWhenABackendThatKnowsAllSaysNothingOfIt() {
        var gone = Post(id: Post.ID(site: .reddit, native: "t3_x"), title: "t", media: Media(kind: .removed))
        (gone.removal, gone.thumbnailWord) = (.removed(by: "moderator"), .spoiler)
        gone.crosspostParent = Post.ID(site: .reddit, native: "t3_p")
        let there = Post(id: gone.id, title: "t")
        let merged = there.filled(from: gone)
        #expect(merged.removal == nil && merged.thumbnailWord == nil)
        #expect(merged.crosspostParent == gone.crosspostParent)
        let partly = there.filled(from: gone, completeness: .partial)
        #expect(partly.removal == gone.removal && partly.thumbnailWord == .spoiler)
        // A picture that is known takes the word's place.
        var pictured = there
        pictured.thumbnail = ResourceLink.mock("/t.png")
        #expect(pictured.filled(from: gone, completeness: .partial).thumbnailWord == nil)
    }

    @Test func whatIsKeptIsRestoredWhenItIsTakenDown() {
        // Given a copy that a person keeps
        var kept = Post(id: Post.ID(site: .reddit, native: "t3_x"), title: "Title", media: Media(kind: .image))
        (kept.author, kept.text, kept.score, kept.isNSFW) = ("maria", nil, 34, false)
        (kept.url, kept.thumbnail) = (ResourceLink.mock("/a.png"), ResourceLink.mock("/t.png"))
        // When the server takes the post down
        var gone = Post(id: kept.id, title: "[deleted by user]", media: Media(kind: .removed))
        (gone.author, gone.text, gone.score, gone.isNSFW) = ("[deleted]", "[removed]", 5, true)
        // Then what it was is kept, what is unknown included, and the server's numbers and marks are new
        var expected = kept
        (expected.score, expected.isNSFW) = (5, true)
        #expect(gone.restored(from: kept) == expected)
        // And a copy of what was taken down restores nothing, nor does one of what is there
        #expect(gone.restored(from: gone) == gone)
        #expect(kept.restored(from: gone) == kept)
        var edited = kept
        edited.text = "New words"
        #expect(edited.restored(from: kept) == edited)
    }

    @Test func aPartialBackendNeverChangesWhatTheMediaAreKnownToBe() {
        var gallery = Post(id: Post.ID(site: .reddit, native: "t3_x"), title: "t", media: Media(kind: .gallery))
        gallery.media.gallery = [GalleryItem(id: "a")]
        let poor = Post(id: gallery.id, title: "t", media: Media(kind: .link))
        #expect(poor.filled(from: gallery, completeness: .partial).media == gallery.media)
        #expect(poor.filled(from: gallery, completeness: .full).media == poor.media)
    }

    @Test func aPartialBackendNeverTakesAwayTheSizeOfAPicture() {
        let link = ResourceLink.mock("https://a.com/a.png")
        let known = Media(kind: .image, source: MediaSource(link: link, width: 4, height: 3))
        let poor = Media(kind: .image, source: MediaSource(link: link))
        #expect(poor.filled(from: known) == known)
        let other = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("https://a.com/b.png")))
        #expect(other.filled(from: known).source == other.source)
        let resized = Media(kind: .image, source: MediaSource(link: link, width: 8, height: 6))
        #expect(resized.filled(from: known).source == resized.source)
    }

    @Test func aBackendThatKnowsNoSizesNeverTakesThoseOfPreviewsAway() {
        let links = ["a", "b", "c"].map { ResourceLink.mock("https://a.com/\($0).png") }
        let sized = links.map { MediaSource(link: $0, width: 4, height: 3) }
        let known = Media(kind: .link, previews: Array(sized[..<2]))
        // A new one, one that is known, and one that was measured again
        let poor = Media(
            kind: .link,
            previews: [
                MediaSource(link: links[2]), MediaSource(link: links[1]),
                MediaSource(link: links[0], width: 8, height: 6),
            ])
        let merged = poor.filled(from: known)
        #expect(merged.previews == [poor.previews[0], sized[1], poor.previews[2]])
    }

    @Test func aPartialBackendReplacesATextOnlyWhenItWasEdited() {
        var stored = Post(id: Post.ID(site: .reddit, native: "t3_x"), title: "t")
        var poor = stored
        poor.text = "a rendering"
        #expect(poor.filled(from: stored, completeness: .partial).text == "a rendering")
        stored.text = "the **text**"
        stored.edited = .at(Date(timeIntervalSince1970: 5))
        #expect(poor.filled(from: stored, completeness: .partial).text == "the **text**")
        poor.edited = .at(Date(timeIntervalSince1970: 5))
        #expect(poor.filled(from: stored, completeness: .partial).text == "the **text**")
        poor.edited = .at(Date(timeIntervalSince1970: 9))
        #expect(poor.filled(from: stored, completeness: .partial).text == "a rendering")
        #expect(poor.filled(from: stored, completeness: .full).text == "a rendering")
    }

    @Test func savingHasADateOfItsOwn() {
        let (early, late) = (Date(timeIntervalSince1970: 5), Date(timeIntervalSince1970: 9))
        var status = PostStatus(id: Post.ID(site: .demo, native: "t3_a"))
        status.apply(.saved(true), at: early)
        status.apply(.read(true), at: late)
        status.apply(.saved(true), at: late)
        #expect(status.savedAt == early)
        #expect(status.changed == late)
        status.apply(.saved(false), at: late)
        #expect(status.savedAt == nil)
    }

    @Test func mediaOfAnotherKindAreTakenAsTheyAre() {
        let image = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/a.png")))
        #expect(Media(kind: .removed).filled(from: image) == Media(kind: .removed))
    }

    @Test(arguments: [
        ("false", Post.Edited.never), ("true", .atUnknownTime),
        ("1525553837.0", .at(Date(timeIntervalSince1970: 1_525_553_837))),
    ])
    func editedIsAFlagOrADate(json: String, edited: Post.Edited) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(Post.Edited.self, from: Data(json.utf8)) == edited)
    }

    @Test func aStatusTellsWhetherAnythingChanged() {
        let date = Date(timeIntervalSince1970: 5)
        var status = PostStatus(id: Post.ID(site: .demo, native: "t3_a"))
        let nothing = status.apply(.read(false), at: date)
        #expect(!nothing)
        #expect(status.changed == nil)
        let something = status.apply(.read(true), at: date)
        #expect(something)
        #expect(status.firstSeen == date && status.changed == date)
        status.apply(.vote(.up), at: date.addingTimeInterval(5))
        #expect(status.firstSeen == date && status.changed == date.addingTimeInterval(5))
    }

    @Test func anErrorIsTranslatedOnceAndKeepsItsCause() {
        let cause = NetworkError(.rateLimited, status: 429, retryAfter: .seconds(7))
        let error = DataError(cause)
        #expect(error.code == .rateLimited)
        #expect(error.retryAfter == .seconds(7))
        #expect(error.isRetryable)
        #expect(error.message.contains("7 seconds"))
        #expect(error.underlying is NetworkError)
        #expect(DataError(error) == error)
        #expect("\(error)" == "rateLimited")
        struct Odd: Error {}
        #expect(DataError(Odd()).code == .unknown)
    }
}
