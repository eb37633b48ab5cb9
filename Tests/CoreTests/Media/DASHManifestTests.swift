import Core
import Foundation
import Testing

struct DASHManifestTests {
    private func sounds(_ text: String) throws -> [DASHManifest.Sound] {
        try DASHManifest(parsing: Data(text.utf8)).sounds
    }

    private func manifest(_ sets: String) -> String {
        #"<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Period>\#(sets)</Period></MPD>"#
    }

    /// The names that Reddit has given these files over the years.
    @Test(arguments: ["audio", "DASH_audio.mp4", "DASH_AUDIO_128.mp4", "CMAF_AUDIO_128.mp4"])
    func theSoundIsTheFileThatTheManifestNames(_ name: String) throws {
        let text = manifest(
            """
            <AdaptationSet id="0" contentType="video"><Representation bandwidth="9000000" mimeType="video/mp4">
            <BaseURL>DASH_480.mp4</BaseURL></Representation></AdaptationSet>
            <AdaptationSet id='1' contentType='audio'><!-- <Representation/> -->
            <Representation bandwidth="130000" mimeType="audio/mp4" codecs="a>b"><BaseURL>
              \(name)
            </BaseURL><SegmentBase indexRange="800-900"><Initialization range="0-799"/></SegmentBase></Representation></AdaptationSet>
            """)
        let sounds = try sounds(text)
        #expect(sounds.map(\.address) == [name] && sounds.map(\.bandwidth) == [130_000])
        let link = ResourceLink("https://v.redd.it/x1/DASHPlaylist.mpd?a=1&v=1", on: .reddit)
        #expect(sounds.first?.link(from: link) == ResourceLink("https://v.redd.it/x1/\(name)", on: .reddit))
        let own = ResourceLink("/media/x1/DASHPlaylist.mpd?a=1", on: .demo)
        #expect(sounds.first?.link(from: own) == ResourceLink("/media/x1/\(name)", on: .demo))
    }

    @Test func theBestOfSeveralComesFirstAndTheTypeMayStandOnTheSet() throws {
        let text = manifest(
            """
            <AdaptationSet mimeType="audio/mp4"><Representation bandwidth="64000"><BaseURL>a_64.mp4</BaseURL>
            </Representation><Representation bandwidth="128000"><BaseURL>a_128.mp4</BaseURL></Representation>
            <Representation><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet>
            <dash:AdaptationSet contentType="audio"><dash:Representation bandwidth="96000">
            <dash:BaseURL>b.mp4?x=1&amp;y=2</dash:BaseURL></dash:Representation></dash:AdaptationSet>
            """)
        #expect(try sounds(text).map(\.address) == ["a_128.mp4", "b.mp4?x=1&y=2", "a_64.mp4", "a.mp4"])
    }

    @Test func addressesAroundAStreamCount() throws {
        let text = manifest(
            """
            <BaseURL>https://cdn.example/x/</BaseURL><BaseURL>https://other.example/x/</BaseURL>
            <AdaptationSet mimeType="audio/mp4"><BaseURL>sound/</BaseURL>
            <Representation><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet>
            """)
        let sound = try #require(try sounds(text).first)
        #expect(sound.address == "https://cdn.example/x/sound/a.mp4")
        let link = ResourceLink("/media/x1/DASHPlaylist.mpd", on: .demo)
        #expect(sound.link(from: link) == ResourceLink("https://cdn.example/x/sound/a.mp4", on: .demo))
    }

    @Test(arguments: ["file:///etc/passwd", "javascript:x", "data:audio/mp4,x"])
    func anAddressThatIsNoneOfTheWebLeadsNowhere(_ address: String) throws {
        let text = manifest(
            "<AdaptationSet mimeType=\"audio/mp4\"><Representation><BaseURL>\(address)</BaseURL></Representation>"
                + "</AdaptationSet>")
        let sound = try #require(try sounds(text).first)
        #expect(sound.link(from: ResourceLink("https://v.redd.it/x/a.mpd", on: .reddit)) == nil)
    }

    @Test func whatIsInSegmentsOrHasNoAddressIsNoFile() throws {
        #expect(
            try sounds(
                manifest(
                    """
                    <AdaptationSet mimeType="audio/mp4"><SegmentTemplate media="s-$Number$.m4s"/>
                    <Representation><BaseURL>a.mp4</BaseURL></Representation></AdaptationSet>
                    <AdaptationSet mimeType="audio/mp4"><Representation/></AdaptationSet>
                    <AdaptationSet mimeType="video/mp4"><Representation><BaseURL>v.mp4</BaseURL></Representation>
                    </AdaptationSet>
                    """)
            ).isEmpty)
        #expect(try sounds("<MPD/>").isEmpty)
    }

    @Test(arguments: [
        "", "no XML", "<html></html>", "<MPD>", "<MPD><Period></MPD></Period>", "<MPD", "<MPD a=\"></MPD>",
        "<BaseURL/>",
        "<?xml ?><!DOCTYPE MPD>", String(repeating: "<MPD>", count: 100_000),
    ])
    func whatIsNoManifestIsMalformed(_ text: String) throws {
        let error = #expect(throws: DataError.self) { try sounds(text) }
        #expect(error?.code == .malformed)
    }

    @Test func bytesThatAreNoTextAndTooManyAreRefused() {
        let error = #expect(throws: DataError.self) { try DASHManifest(parsing: Data([0x3C, 0xFF])) }
        #expect(error?.code == .malformed)
        let large = Data(repeating: 0x20, count: DASHManifest.maximumBytes + 1)
        #expect(#expect(throws: DataError.self) { try DASHManifest(parsing: large) }?.code == .tooLarge)
    }

    @Test func cutAnywhereAManifestIsMalformed() throws {
        let whole = Array(
            manifest(
                "<AdaptationSet mimeType=\"audio/mp4\"><Representation><BaseURL>a</BaseURL></Representation></AdaptationSet>"
            )
            .utf8)
        for count in whole.indices {
            #expect(throws: DataError.self, "\(count)") { try DASHManifest(parsing: Data(whole[..<count])) }
        }
    }
}
