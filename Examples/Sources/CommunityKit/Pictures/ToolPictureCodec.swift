import Community
import Core
import Foundation

/// Makes JPEGs of pictures with programs that are installed: `djpeg` and `cjpeg`, which know JPEGs alone, or ImageMagick.
///
/// Nothing of it has to be there: without them only a JPEG that fits can be sent.
struct ToolPictureCodec: PictureCodec {
    /// The programs of the JPEG library.
    private let jpeg: (decoder: URL, encoder: URL)?
    /// ImageMagick: `magick`, or `convert` before version 7.
    private let magick: URL?

    /// Looks for the programs; `nil` where there is none.
    ///
    /// - Parameter path: The folders to look in, as `PATH` names them.
    init?(searching path: String) {
        let folders = path.split(separator: ":").filter { $0.hasPrefix("/") }.map { URL(filePath: String($0)) }
        func program(_ name: String) -> URL? {
            folders.map { $0.appending(path: name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
        }
        if let decoder = program("djpeg"), let encoder = program("cjpeg") {
            jpeg = (decoder, encoder)
        } else {
            jpeg = nil
        }
        magick = program("magick") ?? program("convert")
        if jpeg == nil, magick == nil { return nil }
    }

    func decode(_ data: Data) throws -> any ImageEncoder {
        let folder = try PictureFolder()
        let (source, pixels) = (folder.url(of: "source"), folder.url(of: "pixels.ppm"))
        try folder.write(data, to: source)
        if let jpeg, ImageFormat(sniffing: data) == .jpeg {
            // 2 says that something is odd in the file, and that all pixels are there.
            try PictureTool(jpeg.decoder).run(["-outfile", pixels.path, source.path], accepting: [0, 2])
            // The pixels have lost the orientation, so they are turned as the picture is seen.
            if let header = ImageHeader(data), header.orientation != 1 {
                let turned = try PixelMap(try folder.read(pixels)).upright(from: header.orientation)
                try folder.write(turned.data, to: pixels)
            }
            return ToolEncoder(folder: folder) { quality, file in
                try PictureTool(jpeg.encoder).run(["-quality", quality, "-outfile", file.path, pixels.path])
            }
        }
        guard let magick else {
            throw DataError(
                .invalidInput,
                message:
                    "The picture is no JPEG, and only ImageMagick could make it one. Install it, or choose another.")
        }
        // The first picture where a file has several, and white where it is transparent: a JPEG has neither.
        let arguments = ["-auto-orient", "-background", "white", "-alpha", "remove", "-strip", "-depth", "8"]
        try PictureTool(magick).run(["\(source.path)[0]"] + arguments + ["ppm:\(pixels.path)"])
        return ToolEncoder(folder: folder) { quality, file in
            try PictureTool(magick).run(["ppm:\(pixels.path)", "-quality", quality, "jpeg:\(file.path)"])
        }
    }
}

/// A picture in a folder, which a program encodes.
private struct ToolEncoder: ImageEncoder {
    let folder: PictureFolder
    /// Writes a JPEG of a quality, 0 to 100 as text, to a file.
    let run: @Sendable (_ quality: String, _ file: URL) throws -> Void

    func encode(quality: Double) throws -> Data {
        let file = folder.url(of: "encoded.jpeg")
        try run(String(Int((quality * 100).rounded())), file)
        return try folder.read(file)
    }
}

/// A folder for the files of one picture, which goes with the picture.
private final class PictureFolder: Sendable {
    private let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "lantern-picture-\(UUID())")
        do {
            // It is somebody's picture, and the folder above is everybody's.
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Self.unwritable(error)
        }
    }

    deinit {
        // The system empties its folder of temporary files by itself.
        try? FileManager.default.removeItem(at: url)
    }

    func url(of name: String) -> URL { url.appending(path: name) }

    func write(_ data: Data, to file: URL) throws {
        do {
            try data.write(to: file)
        } catch {
            throw Self.unwritable(error)
        }
    }

    func read(_ file: URL) throws -> Data {
        do {
            return try Data(contentsOf: file)
        } catch {
            throw DataError(.invalidInput, message: "The picture cannot be converted: the program has made no file.")
        }
    }

    private static func unwritable(_ error: any Error) -> DataError {
        DataError(
            .noSpace,
            message: "The picture cannot be converted in the folder of temporary files: \(error.localizedDescription)")
    }
}

/// A program that converts pictures.
private struct PictureTool {
    private let program: URL

    init(_ program: URL) { self.program = program }

    /// Runs it, and waits for its end.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - statuses: The exit statuses with which it has done its work.
    /// - Throws: `DataError` with what it says when it fails.
    func run(_ arguments: [String], accepting statuses: Set<Int32> = [0]) throws {
        let process = Process()
        let errors = Pipe()
        (process.executableURL, process.arguments) = (program, arguments)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = errors
        do {
            try process.run()
        } catch {
            throw failure(error.localizedDescription)
        }
        // Read before it is waited for: a program that says much waits until somebody reads it.
        let said = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationReason == .exit, statuses.contains(process.terminationStatus) else {
            throw failure(String(decoding: said.prefix(300), as: UTF8.self))
        }
    }

    private func failure(_ words: String) -> DataError {
        let words = words.split(whereSeparator: \.isNewline).joined(separator: " ")
        return DataError(.invalidInput, message: "'\(program.lastPathComponent)' cannot convert the picture: \(words)")
    }
}
