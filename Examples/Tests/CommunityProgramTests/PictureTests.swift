import Core
import Foundation
import TerminalPictures
import Testing

@testable import CommunityKit
@testable import CommunityServer

/// Pictures that the server does not take as they are, and the programs that convert them.
@Suite("Pictures", .timeLimit(.minutes(5)))
struct PictureTests {
    /// The first size that the server refuses.
    private static let tooMuch = 5 << 20 | 1
    /// The programs of the JPEG library in the folders of this process.
    private static let hasTools = ["djpeg", "cjpeg"].allSatisfy { name in
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").contains {
            FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
        }
    }

    /// A JPEG of 4 by 2 tiles, with an orientation, and with bytes behind it that make it as large as it has to be.
    private func jpeg(orientation: UInt8 = 1, bytes: Int = 0) -> Data {
        let picture = MosaicPicture(columns: 4, rows: 2, name: "tiles").data
        let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
        let exif: [UInt8] = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1] + entry + [0, 0, 0, 0]
        let data = picture.prefix(2) + [0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + picture.dropFirst(2)
        return data + [UInt8](repeating: 0, count: max(0, bytes - data.count))
    }

    private func file(_ name: String, _ data: Data, in fixture: CommunityFixture) throws -> String {
        try FileManager.default.createDirectory(atPath: fixture.directory, withIntermediateDirectories: true)
        let path = "\(fixture.directory)/\(name)"
        try data.write(to: URL(filePath: path))
        return path
    }

    private func program(_ name: String, _ script: String, in fixture: CommunityFixture) throws {
        let path = try file(name, Data("#!/bin/sh\n\(script)\n".utf8), in: fixture)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func publish(_ picture: String, path: String?, in fixture: CommunityFixture) async throws -> ProgramRun {
        try await fixture.logIn()
        return try await fixture.call(
            "publish", "--category", "CategoryZ_pet", "--text", "A picture", "--image", picture,
            environment: path.map { ["PATH": $0] } ?? [:])
    }

    @Test("A picture that does not fit is refused where nothing can convert it")
    func without() async throws {
        try await CommunityFixture.run { fixture in
            let large = try file("large.jpeg", jpeg(bytes: Self.tooMuch), in: fixture)
            for path in [nil, "", fixture.directory] {
                let run = try await publish(large, path: path, in: fixture)
                #expect(run.status == 64 && run.errors.contains("5 MiB"), "\(run.errors)")
            }
        }
    }

    @Test("It is encoded with the best quality at which it fits, as it is seen")
    func search() async throws {
        try await CommunityFixture.run { fixture in
            let folder = fixture.directory
            let large = try file("large.jpeg", jpeg(orientation: 6, bytes: Self.tooMuch), in: fixture)
            _ = try file("small.jpeg", jpeg(), in: fixture)
            // Two pixels side by side become two above each other; from 85 on the file is small enough.
            try program("djpeg", #"printf 'P6\n2 1\n255\nabcdef' >"$2"; echo odd >&2; exit 2"#, in: fixture)
            try program(
                "cjpeg",
                #"""
                cp "$5" "\#(folder)/encoded.ppm"; echo "$2" >>"\#(folder)/qualities"
                if [ "$2" -gt 85 ]; then cp "\#(large)" "$4"; else cp "\#(folder)/small.jpeg" "$4"; fi
                """#, in: fixture)
            let run = try await publish(large, path: "/nowhere:\(folder):/bin:/usr/bin", in: fixture)
            #expect(try run.entries("sent").count == 1, "\(run.output)\(run.errors)")
            let qualities = try String(contentsOfFile: "\(folder)/qualities", encoding: .utf8)
            #expect(qualities == "95\n90\n85\n")
            let pixels = try PixelMap(Data(contentsOf: URL(filePath: "\(folder)/encoded.ppm")))
            #expect(pixels == PixelMap(width: 1, height: 2, depth: 3, bytes: Array("abcdef".utf8)))
        }
    }

    @Test("What is no JPEG needs ImageMagick, and what a program says of a failure is passed on")
    func failures() async throws {
        try await CommunityFixture.run { fixture in
            let folder = fixture.directory
            let png = try file("a.png", Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), in: fixture)
            try program("djpeg", "exit 1", in: fixture)
            try program("cjpeg", "exit 1", in: fixture)
            let path = "\(folder):/bin:/usr/bin"
            let only = try #require(ToolPictureCodec(searching: folder))
            let error = #expect(throws: DataError.self) { try only.decode(Data(contentsOf: URL(filePath: png))) }
            #expect(error?.code == .invalidInput && error?.message.contains("ImageMagick") == true)
            try program("magick", #"echo "Broken header." >&2; echo "Twice." >&2; exit 3"#, in: fixture)
            let run = try await publish(png, path: path, in: fixture)
            #expect(
                run.status == 64 && run.errors.contains("'magick' cannot convert the picture: Broken header. Twice."))
            // A program that makes nothing, and says nothing.
            try program("magick", "exit 0", in: fixture)
            let silent = try await publish(png, path: path, in: fixture)
            #expect(silent.status == 64 && silent.errors.contains("has made no file"), "\(silent.errors)")
        }
    }

    @Test("ImageMagick converts what is no JPEG")
    func others() async throws {
        try await CommunityFixture.run { fixture in
            let folder = fixture.directory
            let png = try file("a.png", Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0]), in: fixture)
            let made = try file("made.jpeg", jpeg(), in: fixture)
            try program(
                "convert",
                #"""
                echo "$@" | sed 's/[^ ]*lantern-picture-[^ /]*/FOLDER/g' >>"\#(folder)/calls"
                for last; do :; done
                case $last in ppm:*) echo pixels >"${last#ppm:}" ;; *) cp "\#(made)" "${last#jpeg:}" ;; esac
                """#, in: fixture)
            let run = try await publish(png, path: "\(folder):/bin:/usr/bin", in: fixture)
            #expect(try run.entries("sent").count == 1, "\(run.output)\(run.errors)")
            let calls = try String(contentsOfFile: "\(folder)/calls", encoding: .utf8).split(separator: "\n")
            #expect(
                calls == [
                    """
                    FOLDER/source[0] -auto-orient -background white -alpha remove -strip -depth 8 FOLDER/pixels.ppm
                    """,
                    "FOLDER/pixels.ppm -quality 95 FOLDER/encoded.jpeg",
                ], "the folder of temporary files stands for the format in front of it too")
        }
    }

    @Test("With the JPEG library's programs a large picture is sent", .enabled(if: hasTools, "djpeg is not installed"))
    func installed() async throws {
        let path = try #require(ProcessInfo.processInfo.environment["PATH"])
        try await CommunityFixture.run { fixture in
            let large = try file("large.jpeg", jpeg(orientation: 6, bytes: Self.tooMuch), in: fixture)
            let run = try await publish(large, path: path, in: fixture)
            #expect(try run.entries("sent").count == 1, "\(run.output)\(run.errors)")
            let post = try #require(try await fixture.call("home").entries("posts").first)
            #expect(post["aspect"] as? Double == 0.5, "it is higher than wide, as it is seen")
        }
    }

    @Test(
        "Pixels are turned to how they are seen",
        arguments: [
            (1, 2, "abcdef"), (2, 2, "badcfe"), (3, 2, "fedcba"), (4, 2, "efcdab"), (5, 3, "acebdf"), (6, 3, "ecafdb"),
            (7, 3, "fdbeca"), (8, 3, "bdface"),
        ]) func orientation(_ orientation: Int, _ width: Int, _ text: String) throws
    {
        // ab
        // cd
        // ef
        let stored = try PixelMap(Data("P5\n# a comment\n2 3 255\nabcdef".utf8))
        let seen = stored.upright(from: orientation)
        #expect(seen == PixelMap(width: width, height: 6 / width, depth: 1, bytes: Array(text.utf8)))
        #expect(try PixelMap(seen.data) == seen)
    }

    @Test(
        "Pixels that are cut, or of another kind, are refused",
        arguments: [
            "", "P6", "P4\n1 1\n255\n ", "P6\n1 1\n65535\nabcdef", "P5\n2 2\n255\nabc", "P5\n2 2\n255\nabcde",
            "P5\n0 2\n255\n",
            "P5\n-1 -1\n255\na", "P5\n99999999999999999999 1\n255\na",
        ]) func damage(_ text: String)
    {
        #expect(throws: DataError.self) { try PixelMap(Data(text.utf8)) }
    }
}
