import Community
import Core
import Foundation
import TerminalPictures

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
        if let decoder = PictureTool.find("djpeg", in: path), let encoder = PictureTool.find("cjpeg", in: path) {
            jpeg = (decoder, encoder)
        } else {
            jpeg = nil
        }
        magick = PictureTool.find("magick", in: path) ?? PictureTool.find("convert", in: path)
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
