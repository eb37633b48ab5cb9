import Core
import Foundation
import Mocks
import Testing

/// The file that an archive is written as.
struct ArchiveCoderTests {
    private let start = Date(timeIntervalSince1970: 1_700_000_000.5)

    private var archive: Archive {
        var status = PostStatus(id: .mock("a"))
        status.apply(.saved(true), at: start)
        var post = Post.mock("a")
        post.media = Media(kind: .image, source: MediaSource(link: ResourceLink.mock("/a.png")))
        var source = ArchivedSource(id: .mock("r/swift"), name: "Swift", added: start, position: 1)
        source.title = "A \"title\"\nof two lines, Ґанок"
        return Archive(
            date: start, statuses: [status, .mock("b", isRead: true, changed: start)], posts: [post],
            sources: [source, ArchivedSource(id: .mock("u/ann"), name: "ann", added: start, isRemoved: true)],
            settings: [
                ArchivedSetting(.blockedWords, .list(["one", "два"]), changed: start),
                ArchivedSetting(.pageSize, .integer(50), changed: start),
            ])
    }

    private func refusal(of data: Data, maximumBytes: Int = ArchiveCoder.maximumBytes) -> ArchiveError? {
        do throws(DataError) {
            _ = try ArchiveCoder.decode(data, maximumBytes: maximumBytes)
            return nil
        } catch {
            return error.underlying as? ArchiveError
        }
    }

    /// A file with other text, and the checksum that belongs to it.
    private func sealed(_ body: String) -> Data {
        let checksum = SHA256.hash(Data(body.utf8)).map { String(format: "%02x", $0) }.joined()
        return Data("\(body)\"sha256\":\"\(checksum)\"}\n".utf8)
    }

    /// The file without its checksum.
    private func body(of archive: Archive) throws -> String {
        let text = String(decoding: try ArchiveCoder.encode(archive), as: UTF8.self)
        let end = try #require(text.range(of: "\"sha256\":"))
        return String(text[..<end.lowerBound])
    }

    @Test func whatIsWrittenIsRead() throws {
        #expect(try ArchiveCoder.decode(try ArchiveCoder.encode(archive)) == archive)
        let empty = Archive(date: start)
        #expect(try ArchiveCoder.decode(try ArchiveCoder.encode(empty)) == empty)
    }

    @Test func randomArchivesAreReadAsTheyWereAndWrittenAsTheSameBytes() throws {
        let seed = UInt64.random(in: .min ... .max)
        print("randomArchivesAreReadAsTheyWereAndWrittenAsTheSameBytes: seed \(seed)")
        let random = SeededRandomSource(seed: seed)
        for round in 0..<100 {
            let archive = Archive.mock(from: random)
            let data = try ArchiveCoder.encode(archive)
            let read = try ArchiveCoder.decode(data)
            #expect(read == archive, "seed \(seed), round \(round)")
            #expect(try ArchiveCoder.encode(read) == data, "seed \(seed), round \(round)")
        }
    }

    @Test func theFileIsOneJSONObjectWithOneEntryALine() throws {
        let data = try ArchiveCoder.encode(archive)
        let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let keys: Set = ["format", "version", "date", "statuses", "posts", "sources", "settings", "sha256"]
        #expect(Set(object.keys) == keys, "no account, no token, no feed")
        #expect(object["format"] as? String == "lantern-archive" && object["version"] as? Int == 1)
        let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
        #expect(lines.count { $0.hasPrefix("{\"changed\"") } == 4, "two statuses and two settings")
        #expect(lines.last?.hasPrefix("\"sha256\":\"") == true)
    }

    @Test func aPostSaysWhereItsMediaAreAndHoldsNone() throws {
        let object = try #require(
            try JSONSerialization.jsonObject(with: try ArchiveCoder.encode(archive)) as? [String: Any])
        let post = try #require((object["posts"] as? [[String: Any]])?.first)
        let source = (post["media"] as? [String: Any])?["source"] as? [String: Any]
        #expect(source?["link"] as? String == "/a.png")
    }

    @Test func everyByteThatIsNotAsItWasWrittenMakesTheFileRefused() throws {
        let data = try ArchiveCoder.encode(archive)
        for index in data.indices {
            for mask: UInt8 in [1 << UInt8(index % 8), 0x20, 0xFF] {
                var damaged = data
                damaged[index] ^= mask
                let refusal = refusal(of: damaged)
                #expect(refusal == .notAnArchive || refusal == .damaged, "byte \(index), mask \(mask)")
            }
        }
    }

    @Test func everyByteThatIsMissingOrTooManyMakesTheFileRefused() throws {
        let data = try ArchiveCoder.encode(archive)
        for count in 0..<(data.count - 1) { #expect(refusal(of: data.prefix(count)) != nil, "\(count) bytes") }
        for index in data.indices.dropLast() {
            var shorter = data
            shorter.remove(at: index)
            #expect(refusal(of: shorter) != nil, "without byte \(index)")
        }
        #expect(refusal(of: data + data) != nil && refusal(of: data + Data("x".utf8)) != nil)
        #expect(try ArchiveCoder.decode(data.dropLast()) == archive, "the newline at the end is nobody's")
        #expect(try ArchiveCoder.decode(data + Data("\r\n \n".utf8)) == archive)
        #expect(try ArchiveCoder.decode((Data("xx".utf8) + data).dropFirst(2)) == archive, "a slice")
    }

    @Test func aFileThatIsNoArchiveIsRefusedAsSuch() {
        for text in ["", "{}", "[]", "null", "{\"format\":\"other\"}", "\u{FEFF}{\"format\":\"lantern-archive\""] {
            #expect(refusal(of: Data(text.utf8)) == .notAnArchive, "\(text)")
        }
    }

    @Test func aNewerVersionIsRefusedForWhatItIsAndNotAsDamaged() throws {
        let newer = try body(of: archive).replacing("\"version\":1,", with: "\"version\":2,\"more\":[],")
        #expect(refusal(of: sealed(newer)) == .tooNew(version: 2))
        let error = try #require(throws: DataError.self) { try ArchiveCoder.decode(sealed(newer)) }
        #expect(error.code == .storeTooNew && error.message.contains("update the app"))
        let edited = try ArchiveCoder.encode(archive)
        let text = String(decoding: edited, as: UTF8.self).replacing("\"version\":1,", with: "\"version\":2,")
        #expect(refusal(of: Data(text.utf8)) == .damaged, "nobody has written that")
        #expect(
            refusal(of: sealed(try body(of: archive).replacing("\"version\":1,", with: "\"version\":0,")))
                == .invalid("version"))
    }

    @Test func keysThatAreNotKnownAreLeftOut() throws {
        let more = try body(of: archive).replacing("\"statuses\":[", with: "\"notes\":[1],\"statuses\":[")
        #expect(try ArchiveCoder.decode(sealed(more)) == archive)
    }

    @Test func whatCannotBeIsNamed() throws {
        let body = try body(of: archive)
        let cases = [
            ("\"changed\":1700000000.5,\"key\":\"pageSize\"", "\"changed\":1e300,\"key\":\"pageSize\"", "pageSize"),
            ("\"id\":\"demo/a\"", "\"id\":\"demo\"", "statuses.0.id"),
            ("\"name\":\"Swift\"", "\"name\":\"Rust\"", "demo/r/swift"),
            ("\"isRead\":true", "\"isRead\":7", "statuses.1.isRead"),
            ("\"position\":1,", "\"position\":1e999,", "sources.0.position"),
        ]
        for (text, other, name) in cases {
            #expect(body.contains(text), "\(text)")
            let refusal = refusal(of: sealed(body.replacing(text, with: other, maxReplacements: 1)))
            if name.hasSuffix("position") || name.hasSuffix("id") {
                #expect(refusal != nil, "\(other)")
            } else {
                #expect(refusal == .invalid(name), "\(other)")
            }
        }
        let missing = body.replacing("\"settings\":", with: "\"other\":")
        #expect(refusal(of: sealed(missing)) == .invalid("settings"))
    }

    @Test func aNameThatLeadsElsewhereIsRefused() {
        for name in ["../../x", "a b", "a\u{0}b", "a?b", String(repeating: "a", count: 301)] {
            let id = SubscribedSource.ID(site: .demo, name: SourceName(.subreddit, name))
            let archive = Archive(date: start, sources: [ArchivedSource(id: id, name: name, added: start)])
            #expect(throws: DataError.self) { try archive.checked() }
        }
    }

    @Test func settingsOfANewerVersionAreReadAndStayAsTheyAre() throws {
        let body = try body(of: archive).replacing("\"key\":\"pageSize\"", with: "\"key\":\"paperSize\"")
        let read = try ArchiveCoder.decode(sealed(body))
        #expect(read.settings.map(\.key).contains("paperSize"))
        #expect(try read.checked().settings == read.settings)
    }

    @Test func aSettingThatThisVersionCannotUseIsReadAndWrittenAsItWas() throws {
        let body = try body(of: archive)
        let odd = sealed(body.replacing("\"value\":50", with: "\"value\":1000"))
        let read = try ArchiveCoder.decode(odd)
        #expect(read.settings.last == ArchivedSetting(.pageSize, .integer(1000), changed: start))
        #expect(read.posts == archive.posts && read.statuses == archive.statuses, "nothing else goes with it")
        #expect(try read.checked().settings == read.settings)
        #expect(try ArchiveCoder.encode(read) == odd)
    }

    @Test func whatANewerVersionHasSetSaysSo() throws {
        let theme = ArchivedSetting(.theme, .text("neon"), changed: start, version: 2)
        let data = try ArchiveCoder.encode(Archive(date: start, settings: [theme]))
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#"{"changed":1700000000.5,"key":"theme","value":"neon","version":2}"#))
        let read = try ArchiveCoder.decode(data)
        #expect(read.settings == [theme] && read.settings.first?.version == 2)
        #expect(try read.checked().settings == [theme])
        // What is no number is nothing that this version understands.
        let body = try #require(text.range(of: "\"sha256\":")).lowerBound
        let words = sealed(String(text[..<body]).replacing("\"neon\",\"version\":2", with: "1,\"version\":\"two\""))
        #expect(try ArchiveCoder.decode(words).settings.first?.version == .max)
        // Of one date the newer version counts.
        let plain = ArchivedSetting(.theme, .text("zebra"), changed: start)
        #expect(plain.merging(theme) == theme && theme.merging(plain) == theme)
    }

    @Test func anArchiveThatIsTooLargeIsNotLookedAt() throws {
        let data = try ArchiveCoder.encode(archive)
        #expect(refusal(of: data, maximumBytes: data.count - 1) == .tooLarge(maximumBytes: data.count - 1))
        #expect(refusal(of: data, maximumBytes: data.count) == nil)
    }
}
