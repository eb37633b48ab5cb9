import Core
import Foundation

extension OfflineMediaProviderContract {
    /// All rules.
    public static let checks: [Check] = keepingChecks + holdingChecks + folderChecks

    private static let link = ResourceLink.mock("https://i.example.com/a.jpg?s=1")
    private static let other = ResourceLink.mock("/media/b.png")

    private static let keepingChecks: [Check] = [
        Check("Nothing is kept at first, and without a file there is nothing to keep") { probe in
            try await probe.expectFile(link, bytes: nil, holders: [], "at first")
            probe.expect(try await probe.media.usage(), equals: FileUsage(), "the usage")
            do {
                _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
                probe.fail("a file that is not there was kept")
            } catch {
                probe.expect((error as? any CodedError)?.code, equals: .notFound, "the error's code")
            }
        },
        Check("A file at its place is kept by whoever holds it") { probe in
            try await probe.favour(.mock("a"))
            let path = try await probe.download(link, bytes: 70)
            try await probe.expectFile(link, bytes: nil, holders: [], "before it is held")
            let kept = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            let expected = MediaFile(
                link: link, path: path, bytes: 70, date: probe.date, holders: [.mock("a"): .full])
            probe.expect(kept, equals: expected, "what was kept")
            probe.expect(try await probe.media.file(for: link), equals: expected, "the file")
            probe.expect(try await probe.media.usage(), equals: FileUsage(files: 1, bytes: 70), "the usage")
        },
        Check("Bytes that are there are kept as they are") { probe in
            try await probe.favour(.mock("a"))
            let data = Data([1, 2, 3])
            let kept = try await probe.media.keep(data, as: link, for: .mock("a"), as: .thumbnail, at: probe.date)
            probe.expect(try probe.subject.files.contents(of: kept.path) ?? [], equals: [1, 2, 3], "the bytes")
            try await probe.expectFile(link, bytes: 3, holders: [.mock("a")], "the file")
        },
        Check("Keeping again changes nothing, and what is shown is no mere thumbnail") { probe in
            try await probe.favour(.mock("a"))
            try await probe.download(link, bytes: 5)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .thumbnail, at: probe.date)
            let second = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date + 9)
            probe.expect(second.holders, equals: [.mock("a"): .full], "held for both")
            probe.expect(second.date, equals: probe.date, "the date")
            let third = try await probe.media.keep(link, for: .mock("a"), as: .thumbnail, at: probe.date + 9)
            probe.expect(third.holders, equals: [.mock("a"): .full], "held for the lesser one again")
        },
        Check("The files of a post: thumbnails first, then by link") { probe in
            try await probe.favour(.mock("a"), .mock("b"))
            let links = ["https://x.org/3", "https://x.org/1", "/2"].map { ResourceLink.mock($0) }
            for link in links {
                try await probe.download(link, bytes: 4)
                _ = try await probe.media.keep(
                    link, for: .mock("a"), as: link == links[0] ? .thumbnail : .full, at: probe.date)
            }
            let files = try await probe.media.files(of: [.mock("a"), .mock("b"), .mock("c")])
            probe.expect(Array(files.keys), equals: [.mock("a")], "who holds any")
            probe.expect(
                files[.mock("a")]?.map(\.link.text) ?? [], equals: ["https://x.org/3", "/2", "https://x.org/1"],
                "the links")
        },
        Check("A file that was removed by hand is not kept any more, and can be kept again") { probe in
            try await probe.favour(.mock("a"))
            let path = try await probe.download(link, bytes: 5)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            try probe.subject.files.remove(path)
            probe.expect(try await probe.media.usage(), equals: FileUsage(), "the usage")
            try await probe.expectFile(link, bytes: nil, holders: [], "once it is gone")
            probe.expect(try await probe.media.files(of: [.mock("a")]).isEmpty, equals: true, "nobody holds any")
            try await probe.download(link, bytes: 6)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            try await probe.expectFile(link, bytes: 6, holders: [.mock("a")], "once it is back")
        },
        Check("A file that was cut by hand is not kept any more") { probe in
            try await probe.favour(.mock("a"))
            let path = try await probe.download(link, bytes: 50)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            try probe.subject.files.replace(path, with: [7])
            probe.expect(try await probe.media.files(of: [.mock("a")]).isEmpty, equals: true, "nobody holds any")
        },
    ]

    private static let holdingChecks: [Check] = [
        Check("A file that two posts share goes with the last of them") { probe in
            try await probe.favour(.mock("a"), .mock("b"))
            let path = try await probe.download(link, bytes: 5)
            for id in [Post.ID.mock("a"), .mock("b")] {
                _ = try await probe.media.keep(link, for: id, as: .full, at: probe.date)
            }
            _ = try await probe.subject.posts.apply(.set(.favourite(false), [.mock("a")]), at: probe.date + 1)
            try await probe.expectFile(link, bytes: 5, holders: [.mock("b")], "held by one")
            _ = try await probe.subject.posts.apply(.set(.favourite(false), [.mock("b")]), at: probe.date + 2)
            try await probe.expectFile(link, bytes: nil, holders: [], "held by none")
            _ = try await probe.media.sweep()
            probe.expect(try probe.subject.files.contents(of: path) == nil, equals: true, "the file is gone")
        },
        Check("What is released goes, and a favourite keeps what it holds") { probe in
            try await probe.favour(.mock("a"))
            try await probe.subject.posts.store([.mock("b")], completeness: .full)
            let paths = [try await probe.download(link, bytes: 5), try await probe.download(other, bytes: 8)]
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            _ = try await probe.media.keep(link, for: .mock("b"), as: .full, at: probe.date)
            _ = try await probe.media.keep(other, for: .mock("b"), as: .full, at: probe.date)
            let gone = try await probe.media.release([.mock("a"), .mock("b"), .mock("c")])
            probe.expect(gone, equals: FileUsage(files: 1, bytes: 8), "what went")
            try await probe.expectFile(link, bytes: 5, holders: [.mock("a")], "the favourite's")
            probe.expect(
                try paths.map { try probe.subject.files.contents(of: $0)?.count }, equals: [5, nil], "the disk")
            probe.expect(try await probe.media.usage(), equals: FileUsage(files: 1, bytes: 5), "the usage")
        },
        Check("A post that is evicted lets go") { probe in
            try await probe.subject.posts.store([.mock("a")], completeness: .full)
            try await probe.download(link, bytes: 5)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            _ = try await probe.subject.posts.evict([.mock("a")])
            try await probe.expectFile(link, bytes: nil, holders: [], "after the eviction")
            probe.expect(try await probe.media.files(of: [.mock("a")]).isEmpty, equals: true, "it holds nothing")
        },
        Check("What was let go can be kept again") { probe in
            try await probe.favour(.mock("a"))
            for round in 1...3 {
                try await probe.download(link, bytes: round)
                _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
                try await probe.expectFile(link, bytes: round, holders: [.mock("a")], "round \(round)")
                _ = try await probe.subject.posts.apply(.set(.favourite(false), [.mock("a")]), at: probe.date)
                _ = try await probe.media.release([])
                try await probe.expectFile(link, bytes: nil, holders: [], "let go in round \(round)")
                _ = try await probe.subject.posts.apply(.set(.favourite(true), [.mock("a")]), at: probe.date)
            }
        },
        Check("What has changed is announced") { probe in
            var changes = probe.media.changes().makeAsyncIterator()
            try await probe.favour(.mock("a"))
            try await probe.download(link, bytes: 5)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            if await changes.next() == nil { probe.fail("keeping was not announced") }
        },
    ]

    private static let folderChecks: [Check] = [
        Check("Nothing in a link leaves the folder, and no two links share a place") { probe in
            let texts = [
                "../../etc/passwd", "/../../x", "/media/../../../x", "https://x.org/..%2f..%2fx", "a\u{0}b", "/a\u{0}",
                "https://x.org/" + String(repeating: "long", count: 2_000), "https://x.org/кіт 🐈.jpg", "", "/", ".",
                "..", "C:\\x", "https://x.org/a.part", "https://x.org/a.part.json", "https://x.org/a",
                "https://x.org/A",
            ]
            var paths: Set<String> = []
            var folders: Set<String> = []
            for text in texts {
                let path = try await probe.download(ResourceLink.mock(text), bytes: 3)
                paths.insert(path)
                folders.insert(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
                let name = path.split(separator: "/").last ?? ""
                if name.contains("..") || name.utf8.count > 64 || name.utf8.contains(0) { probe.fail("'\(name)'") }
            }
            probe.expect(paths.count, equals: texts.count, "places")
            probe.expect(folders.count, equals: 1, "folders")
        },
        Check("Sweeping leaves what is held and what is on its way, and nothing else") { probe in
            try await probe.favour(.mock("a"))
            try await probe.subject.posts.store([.mock("b")], completeness: .full)
            try await probe.download(link, bytes: 5)
            _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
            // On its way.
            let part = try await probe.media.place(for: other) + ".part"
            try probe.subject.files.replace(part, with: [1, 2])
            // Held by somebody who is neither a favourite nor packed.
            let stranger = ResourceLink.mock("/stranger")
            let path = try await probe.download(stranger, bytes: 9)
            _ = try await probe.media.keep(stranger, for: .mock("b"), as: .full, at: probe.date)
            probe.expect(try await probe.media.sweep(), equals: FileUsage(files: 1, bytes: 9), "what went")
            try await probe.expectFile(link, bytes: 5, holders: [.mock("a")], "what is held")
            probe.expect(try probe.subject.files.contents(of: part)?.count, equals: 2, "what is on its way")
            probe.expect(try probe.subject.files.contents(of: path) == nil, equals: true, "what nobody asks for")
            probe.expect(try await probe.media.sweep(), equals: FileUsage(), "what goes the second time")
        },
        Check("The usage is the sum of the files") { probe in
            try await probe.favour(.mock("a"), .mock("b"))
            var sum = 0
            for number in 1...20 {
                let link = ResourceLink.mock("/\(number)")
                try await probe.download(link, bytes: number * 3)
                _ = try await probe.media.keep(link, for: .mock("a"), as: .full, at: probe.date)
                _ = try await probe.media.keep(link, for: .mock("b"), as: .thumbnail, at: probe.date)
                sum += number * 3
            }
            probe.expect(try await probe.media.usage(), equals: FileUsage(files: 20, bytes: sum), "the usage")
        },
    ]
}
