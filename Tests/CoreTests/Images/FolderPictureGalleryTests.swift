import Core
import Foundation
import Mocks
import Testing

@Suite struct FolderPictureGalleryTests {
    let files = InMemoryFileSystem()
    let gallery: FolderPictureGallery
    let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])

    init() {
        gallery = FolderPictureGallery(folder: "/pictures", files: files)
    }

    @Test(arguments: [
        ("https://host/a/cat.php?x=1#y", "cat.png"), ("/i/My%20Cat!.jpeg", "My-Cat-.png"),
        ("https://host", "picture.png"), ("https://host/", "picture.png"), ("/../..", "picture.png"),
        ("/.hidden", "picture.png"), ("/a/%2e%2e%2fetc", "etc.png"), ("/кіт.png", "picture.png"), ("", "picture.png"),
        ("/" + String(repeating: "x", count: 300), String(repeating: "x", count: 60) + ".png"),
    ])
    func namesAreSafeAndTakenFromTheLink(_ link: String, _ name: String) async throws {
        #expect(try await gallery.save(png, from: ResourceLink.mock(link)) == "/pictures/\(name)")
        #expect(files.bytes(at: "/pictures/\(name)") == [UInt8](png))
    }

    @Test(
        arguments: [
            ([0xFF, 0xD8, 0xFF, 0xE0], "cat.jpg"), (Array("GIF89a…".utf8), "cat.gif"),
            (Array("RIFF1234WEBPVP8 ".utf8), "cat.webp"), ([0, 0, 0, 32] + Array("ftypavif".utf8), "cat.avif"),
            ([0, 0, 0, 32] + Array("ftypheic".utf8), "cat.heic"), (Array("what".utf8), "cat.bin"),
        ] as [([UInt8], String)])
    func theEndingIsThatOfTheBytes(_ bytes: [UInt8], _ name: String) async throws {
        #expect(try await gallery.save(Data(bytes), from: ResourceLink.mock("/cat.png")) == "/pictures/\(name)")
    }

    @Test func neverOverwrites() async throws {
        // Given a file of somebody's whose name differs only in case, and the draft of another
        files.put([7], at: "/pictures/Cat.PNG")
        files.put([8], at: "/pictures/cat-2.png.new")
        // When
        let paths = try await [
            gallery.save(png, from: ResourceLink.mock("/cat.png")),
            gallery.save(png, from: ResourceLink.mock("/cat.png")),
        ]
        // Then
        #expect(paths == ["/pictures/cat-3.png", "/pictures/cat-4.png"])
        #expect(files.bytes(at: "/pictures/Cat.PNG") == [7])
        #expect(files.bytes(at: "/pictures/cat-2.png.new") == [8])
    }

    @Test func twoAtOnceGetTwoNames() async throws {
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { try await gallery.save(png, from: ResourceLink.mock("/cat.png")) } }
            var paths: Set<String> = []
            for try await path in group { paths.insert(path) }
            #expect(paths.count == 8)
        }
    }

    @Test(.timeLimit(.minutes(5)), arguments: PausingFileSystem.Moment.allCases)
    func twoGalleriesNeverChooseTheSameName(_ moment: PausingFileSystem.Moment) async throws {
        // Given a gallery, as another process may have one, in the middle of saving
        let pausing = PausingFileSystem(files, at: moment)
        let other = FolderPictureGallery(folder: "/pictures", files: pausing)
        let (first, second) = (png + [1], png + [2])
        let early = Task {
            defer { pausing.stopPausing() }
            return try await other.save(first, from: ResourceLink.mock("/cat.png"))
        }
        await pausing.pause()
        // When
        let late = try await gallery.save(second, from: ResourceLink.mock("/cat.png"))
        pausing.stopPausing()
        // Then
        let path = try await early.value
        #expect(Set([path, late]) == ["/pictures/cat.png", "/pictures/cat-2.png"])
        #expect(files.bytes(at: path) == [UInt8](first))
        #expect(files.bytes(at: late) == [UInt8](second))
        #expect(try files.list("/pictures").count == 2, "no draft is left")
    }

    @Test(.timeLimit(.minutes(5)), arguments: [nil, [8]] as [[UInt8]?])
    func aDraftThatAppearsMeanwhileIsLeftToWhoeverMadeIt(_ bytes: [UInt8]?) async throws {
        // Given a gallery that has chosen a name
        let pausing = PausingFileSystem(files, at: .beforeLocking)
        let gallery = FolderPictureGallery(folder: "/pictures", files: pausing)
        let saving = Task {
            defer { pausing.stopPausing() }
            return try await gallery.save(png, from: ResourceLink.mock("/cat.png"))
        }
        await pausing.pause()
        // When somebody has its draft, locked and empty or with bytes
        let lock = bytes == nil ? try files.lock("/pictures/cat.png.new") : nil
        if let bytes { files.put(bytes, at: "/pictures/cat.png.new") }
        pausing.stopPausing()
        // Then
        #expect(try await saving.value == "/pictures/cat-2.png")
        #expect(files.bytes(at: "/pictures/cat.png.new") == bytes ?? [])
        lock?.close()
    }

    @Test func manyGalleriesOnARealDiskLoseNoPicture() async throws {
        let folder = NSTemporaryDirectory() + "lantern-gallery-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }  // What is left there does no harm.
        var pictures: [String: Data] = [:]
        try await withThrowingTaskGroup(of: (String, Data).self) { group in
            for number in 0..<40 {
                let picture = png + [UInt8(number)]
                group.addTask {
                    let gallery = FolderPictureGallery(folder: folder)
                    return (try await gallery.save(picture, from: ResourceLink.mock("/cat.png")), picture)
                }
            }
            for try await (path, picture) in group { pictures[path] = picture }
        }
        #expect(pictures.count == 40)
        for (path, picture) in pictures { #expect(FileManager.default.contents(atPath: path) == picture) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 40, "no draft is left")
    }

    @Test func aSavedPictureSurvivesPowerLoss() async throws {
        let path = try await gallery.save(png, from: ResourceLink.mock("/cat.png"))
        files.crash()
        #expect(files.bytes(at: path) == [UInt8](png))
    }

    @Test func aFullDiskIsReportedAndLeavesNoPicture() async throws {
        files.fail(.write, with: .noSpace, afterBytes: 3)
        await #expect(throws: FileError.self) { try await gallery.save(png, from: ResourceLink.mock("/cat.png")) }
        #expect(files.bytes(at: "/pictures/cat.png") == nil)
    }

    @Test func nothingIsNoPicture() async throws {
        await #expect(throws: DataError.self) { try await gallery.save(Data(), from: ResourceLink.mock("/cat.png")) }
    }
}
