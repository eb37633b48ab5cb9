import Community
import Core
import Foundation
import Synchronization

/// The beginning of a JPEG, with a size, an orientation and as many bytes as wanted; no picture.
func jpeg(width: Int, height: Int, orientation: Int = 1, count: Int = 0, mark: UInt8 = 0) -> Data {
    func word(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 255), UInt8(number & 255)] }
    var bytes: [UInt8] = [0xFF, 0xD8]
    let tiff: [UInt8] =
        Array("MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1] + [0x01, 0x12, 0, 3, 0, 0, 0, 1] + word(orientation) + [0, 0]
    let exif = Array("Exif".utf8) + [0, 0] + tiff
    bytes += [0xFF, 0xE1] + word(exif.count + 2) + exif
    bytes += [0xFF, 0xC0] + word(11) + [8] + word(height) + word(width) + [1, 1, 0x11, 0]
    return Data(bytes) + Data(repeating: mark, count: max(1, count - bytes.count))
}

/// A codec that makes as many bytes as a quality takes.
final class TestCodec: PictureCodec {
    private let bytesPerQuality: Int
    private let leastBytes: Int
    private let tried = Mutex<[Double]>([])

    init(bytesPerQuality: Int, leastBytes: Int = 0) {
        (self.bytesPerQuality, self.leastBytes) = (bytesPerQuality, leastBytes)
    }

    var qualities: [Double] { tried.withLock { $0 } }

    func decode(_ data: Data) throws -> any ImageEncoder { Picture(codec: self) }

    private struct Picture: ImageEncoder {
        let codec: TestCodec

        func encode(quality: Double) throws -> Data {
            codec.tried.withLock { $0.append(quality) }
            let count = max(codec.leastBytes, Int(quality * Double(codec.bytesPerQuality)))
            return jpeg(width: 30, height: 20, count: count, mark: 7)
        }
    }
}
