import Core
import Foundation
import TerminalPictures
import Testing

/// Programs that are found at run time make pixels of files, within bounds.
@Suite(.timeLimit(.minutes(5)))
struct DecodingTests {
    private static let target = PixelSize(width: 10, height: 10)

    /// A PNG of which only the header is there: 3 by 2, with a colour type.
    private static func png(width: UInt8 = 3, colourType: UInt8 = 2) -> Data {
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]) + Data("IHDR".utf8)
            + Data([0, 0, 0, width, 0, 0, 0, 2, 8, colourType, 0, 0, 0]) + Data(repeating: 0, count: 8)
    }

    /// A JPEG of which only the header is there.
    private static func jpeg(width: UInt16 = 64, height: UInt16 = 32) -> Data {
        Data([0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8)])
            + Data([UInt8(width & 255), 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
    }

    /// Runs a test in a folder of programs, each with the text of its script.
    private func withTools(
        _ tools: [String: String], _ body: (_ path: String, _ folder: String) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lantern-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // What is left behind fails no test.
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, script) in tools {
            let file = "\(folder)/\(name)"
            try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(filePath: file))
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
        }
        try await body(folder, folder)
    }

    @Test func aPictureThatNothingReadsSaysSo() async throws {
        try await withTools(["djpeg": "exit 1"]) { path, _ in
            let decoder = ToolPictureDecoder(searching: "relative:\(path)")
            await #expect(throws: PictureFailure.noTool) {
                try await decoder.pixels(of: Self.png(), covering: Self.target)
            }
            await #expect(throws: PictureFailure.damaged("")) {
                try await decoder.pixels(of: Data("<html>".utf8), covering: Self.target)
            }
        }
    }

    @Test func theJPEGToolDecodesNoMoreThanIsDrawn() async throws {
        let script = #"echo "$1 $2" >>"$(dirname "$0")/calls"; printf 'P6\n2 1\n255\nabcdef' >"$6"; exit 2"#
        try await withTools(["djpeg": script]) { path, folder in
            let decoder = ToolPictureDecoder(searching: path)
            for (width, height) in [(10, 10), (8, 4), (17, 4), (200, 1)] {
                let target = PixelSize(width: width, height: height)
                let pixels = try await decoder.pixels(of: Self.jpeg(), covering: target)
                #expect(pixels == PixelMap(width: 2, height: 1, depth: 3, bytes: Array("abcdef".utf8)))
            }
            let calls = try String(contentsOfFile: "\(folder)/calls", encoding: .utf8)
            #expect(calls == "-scale 1/2\n-scale 1/8\n-scale 1/2\n-scale 1/1\n")
        }
    }

    @Test func imageMagickReadsTheRestOnWhiteAndWithinItsBounds() async throws {
        let script = #"""
            echo "${1##*/}" "$2" "$6" $MAGICK_AREA_LIMIT >>"$(dirname "$0")/calls"; printf 'P5 1 1 255\nx'
            """#
        try await withTools(["magick": script, "convert": "exit 1"]) { path, folder in
            let decoder = ToolPictureDecoder(searching: path)
            let gif = Data("GIF89a".utf8) + Data([1, 0, 1, 0, 0, 0, 0])
            let transparent = Self.png(colourType: 3) + Data("tRNS".utf8)
            for data in [Self.png(), Self.png(colourType: 6), transparent, gif] {
                let pixels = try await decoder.pixels(of: data, covering: Self.target)
                #expect(pixels == PixelMap(width: 1, height: 1, depth: 1, bytes: [UInt8(ascii: "x")]))
            }
            let calls = try String(contentsOfFile: "\(folder)/calls", encoding: .utf8)
            #expect(
                calls.split(separator: "\n") == [
                    "source.png -strip  32MP", "source.png[0] -auto-orient remove 32MP",
                    "source.png[0] -auto-orient remove 32MP", "source.gif[0] -auto-orient remove 32MP",
                ])
        }
    }

    @Test func whatIsTooLargeIsNotBegun() async throws {
        try await withTools(["djpeg": "exit 0", "magick": "exit 0"]) { path, _ in
            let decoder = ToolPictureDecoder(searching: path)
            let large = Self.jpeg() + Data(count: ToolPictureDecoder.maximumBytes)
            for data in [large, Self.jpeg(width: 60_000, height: 60_000)] {
                await #expect(throws: PictureFailure.tooLarge) {
                    try await decoder.pixels(of: data, covering: Self.target)
                }
            }
        }
    }

    @Test func whatAProgramSaysOfAFailureIsPassedOnAndNobodyWaitsForEver() async throws {
        try await withTools(["djpeg": "echo Broken. >&2; exit 3", "magick": "exec tail -f /dev/null"]) { path, _ in
            let decoder = ToolPictureDecoder(searching: path, patience: .milliseconds(100))
            await #expect(throws: PictureFailure.damaged("'djpeg' cannot convert the picture: Broken.")) {
                try await decoder.pixels(of: Self.jpeg(), covering: Self.target)
            }
            await #expect(
                throws: PictureFailure.damaged(
                    "'magick' cannot convert the picture: it took too long, or too much memory")
            ) {
                try await decoder.pixels(of: Self.png(), covering: Self.target)
            }
        }
        // Pixels that are none.
        try await withTools(["magick": "echo P6 9 9 255"]) { path, _ in
            let error = await #expect(throws: PictureFailure.self) {
                try await ToolPictureDecoder(searching: path).pixels(of: Self.png(), covering: Self.target)
            }
            guard case .damaged = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }
}
