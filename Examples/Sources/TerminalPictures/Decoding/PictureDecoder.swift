package import Core
import Dispatch
package import Foundation
import Synchronization

/// Something that makes pixels of the files of pictures.
package protocol PictureDecoder: Sendable {
    /// Makes the pixels of a picture as it is seen; of several, those of the first.
    ///
    /// - Parameters:
    ///   - data: The file.
    ///   - target: The size that will be drawn; where that costs less, the pixels are fewer than the file's, and enough.
    /// - Returns: The pixels.
    /// - Throws: ``PictureFailure``, `CancellationError`.
    func pixels(of data: Data, covering target: PixelSize) async throws -> PixelMap
}

/// The reason why a picture cannot be shown.
package enum PictureFailure: Error, Hashable, Sendable {
    /// It is in a format that no installed program reads.
    case noTool
    /// It has more bytes or pixels than are taken.
    case tooLarge
    /// It is damaged, or no picture, with what the program says.
    case damaged(String)
}

/// A decoder that runs programs which are installed: `djpeg` for JPEG, and ImageMagick for everything else.
///
/// Nothing has to be there. What others made is kept within bounds: those of the bytes and of the pixels that the file
/// says it has, those of ImageMagick's own memory, and the time of a ``PictureTool``.
package struct ToolPictureDecoder: PictureDecoder {
    /// The bytes of a file at most.
    package static let maximumBytes = 32 << 20
    /// The pixels of a picture at most: those of a good camera.
    package static let maximumPixels = 25_000_000

    /// ImageMagick's own bounds, in its own variables: its policy may be stricter, never wider.
    private static let limits = [
        "MAGICK_WIDTH_LIMIT": "32KP", "MAGICK_HEIGHT_LIMIT": "32KP", "MAGICK_AREA_LIMIT": "32MP",
        "MAGICK_MEMORY_LIMIT": "512MiB", "MAGICK_MAP_LIMIT": "512MiB", "MAGICK_DISK_LIMIT": "512MiB",
        "MAGICK_TIME_LIMIT": "20", "MAGICK_THREAD_LIMIT": "2",
    ]

    /// Slow work, off Swift's cooperative threads; one picture after the other.
    private let queue = DispatchQueue(label: "Pictures", qos: .userInitiated)
    private let jpeg: URL?
    private let magick: URL?
    private let patience: Duration

    /// Looks for the programs.
    ///
    /// - Parameters:
    ///   - path: The folders to look in, as `PATH` names them.
    ///   - patience: The time that a picture may take.
    package init(searching path: String, patience: Duration = PictureTool.patience) {
        jpeg = PictureTool.find("djpeg", in: path)
        magick = PictureTool.find("magick", in: path) ?? PictureTool.find("convert", in: path)
        self.patience = patience
    }

    package func pixels(of data: Data, covering target: PixelSize) async throws -> PixelMap {
        // What nobody wants any more when its turn comes is not begun.
        let wish = Wish()
        return try await withTaskCancellationHandler {
            try Task.checkCancellation()
            let pixels = try await withCheckedThrowingContinuation { continuation in
                queue.async {
                    continuation.resume(
                        with: Result {
                            guard wish.isWanted.load(ordering: .acquiring) else { throw CancellationError() }
                            return try decode(data, target)
                        })
                }
            }
            try Task.checkCancellation()
            return pixels
        } onCancel: {
            wish.isWanted.store(false, ordering: .releasing)
        }
    }

    /// Whether somebody waits for a picture.
    private final class Wish: Sendable {
        let isWanted = Atomic(true)
    }

    private func decode(_ data: Data, _ target: PixelSize) throws -> PixelMap {
        guard data.count <= Self.maximumBytes else { throw PictureFailure.tooLarge }
        guard let format = ImageFormat(sniffing: data) else { throw PictureFailure.damaged("") }
        let header = ImageHeader(data)
        if let size = header?.storedSize, size.width > Self.maximumPixels / size.height {
            throw PictureFailure.tooLarge
        }
        do {
            if format == .jpeg, let jpeg { return try decode(data, header, target, with: jpeg) }
            guard let magick else { throw PictureFailure.noTool }
            return try decode(data, format, with: magick)
        } catch let error as DataError {
            throw PictureFailure.damaged(error.message)
        }
    }

    private func decode(_ data: Data, _ header: ImageHeader?, _ target: PixelSize, with program: URL) throws -> PixelMap
    {
        let folder = try PictureFolder()
        let (source, pixels) = (folder.url(of: "source"), folder.url(of: "pixels.ppm"))
        try folder.write(data, to: source)
        // By eighths, as every decoder of JPEG does it without decoding the whole.
        let size = header?.storedSize ?? PixelSize(width: 0)
        let wanted = (header?.orientation ?? 1) >= 5 ? (target.height, target.width) : (target.width, target.height)
        let divisor = [8, 4, 2].first { size.width / $0 >= wanted.0 && size.height / $0 >= wanted.1 } ?? 1
        // 2 says that something is odd in the file, and that all pixels are there.
        try PictureTool(program, patience: patience).run(
            ["-scale", "1/\(divisor)", "-maxmemory", "400000", "-outfile", pixels.path, source.path],
            accepting: [0, 2])
        return try PixelMap(try folder.read(pixels)).upright(from: header?.orientation ?? 1)
    }

    private func decode(_ data: Data, _ format: ImageFormat, with program: URL) throws -> PixelMap {
        let folder = try PictureFolder()
        // The ending says the format, so that nothing in the file can make it one that runs programs.
        let source = folder.url(of: "source.\(format.fileExtension)")
        let pixels = folder.url(of: "pixels.ppm")
        try folder.write(data, to: source)
        try folder.write(Data(), to: pixels)
        // The first picture where a file has several, upright, and on white where it is transparent.
        let isPlain = format == .png && !Self.isTransparent(data)
        let changes = isPlain ? [] : ["-auto-orient", "-background", "white", "-alpha", "remove"]
        let output = try Self.output(pixels)
        defer { output.closeFile() }
        try PictureTool(program, patience: patience).run(
            [isPlain ? source.path : "\(source.path)[0]"] + changes + ["-strip", "-depth", "8", "ppm:-"],
            environment: Self.limits, output: output)
        return try PixelMap(try folder.read(pixels))
    }

    private static func output(_ file: URL) throws -> FileHandle {
        do {
            return try FileHandle(forWritingTo: file)
        } catch {
            throw DataError(.noSpace, message: error.localizedDescription)
        }
    }

    /// Whether a PNG has an alpha channel, or a colour that stands for transparency.
    private static func isTransparent(_ data: Data) -> Bool {
        let bytes = [UInt8](data.prefix(4_096))
        // The colour type stands behind the size and the depth.
        guard bytes.count > 26, [0, 2, 3].contains(bytes[25]) else { return true }
        // Before the pixels, of which the palette is at most 768 bytes away.
        return data.prefix(64 << 10).range(of: Data("tRNS".utf8)) != nil
    }
}
