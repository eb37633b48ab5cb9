public import Core
import Dispatch
public import Foundation
import Synchronization

/// A codec of the app's system that makes JPEGs of pictures.
///
/// Lantern has none of its own; Documentation/Community.md has a recipe for Apple's systems.
public protocol PictureCodec: Sendable {
    /// Decodes a picture, to be encoded as a JPEG in the way in which it is seen: upright, or with its orientation.
    ///
    /// - Parameter data: The whole file, of any format.
    /// - Returns: The picture.
    /// - Throws: A `CodedError` for what it cannot decode.
    func decode(_ data: Data) throws -> any ImageEncoder
}

/// A picture as the server takes it.
public struct PreparedPicture: Hashable, Sendable {
    /// The bytes of a JPEG of at most ``PictureRule/maximumBytes``.
    public let data: Data
    /// The width divided by the height as it is seen, after its orientation: text with a decimal point in every locale.
    public let aspect: String
    /// Whether it was encoded anew; otherwise it is the file byte for byte.
    public let isEncoded: Bool
}

/// Makes pictures such as the server takes: JPEGs of at most 5 MiB.
///
/// One that is that already stays as it is, byte for byte. Others are encoded with the best quality at which they fit,
/// where the app has a codec.
public struct PicturePreparation: Sendable {
    private let codec: (any PictureCodec)?
    private let maximumBytes: Int

    /// Creates a preparation.
    ///
    /// - Parameter codec: The codec of the app's system; none by default, and then only a JPEG that fits can be sent.
    public init(codec: (any PictureCodec)? = nil) {
        self.init(codec: codec, maximumBytes: PictureRule.maximumBytes)
    }

    init(codec: (any PictureCodec)?, maximumBytes: Int) {
        (self.codec, self.maximumBytes) = (codec, maximumBytes)
    }

    /// Makes a picture such as the server takes; slow work is done on a thread of its own.
    ///
    /// - Parameter data: The whole file.
    /// - Returns: The picture.
    /// - Throws: `DataError` with the code `tooLarge` or `invalidInput` for a file that cannot be sent, with a sentence
    ///   that says why; the codec's error; `CancellationError`.
    public func prepare(_ data: Data) async throws -> PreparedPicture {
        try Task.checkCancellation()
        let isJPEG = ImageFormat(sniffing: data) == .jpeg
        if isJPEG, data.count <= maximumBytes {
            guard let header = ImageHeader(data) else { throw Self.damaged }
            return PreparedPicture(data: data, aspect: Self.aspect(of: header), isEncoded: false)
        }
        guard let codec else { throw isJPEG ? Self.tooLarge : Self.noJPEG }
        let search = ImageQualitySearch(maximumBytes: maximumBytes)
        let cancellation = Cancellation()
        let encoded = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global().async {
                    continuation.resume(
                        with: Result {
                            let picture = try codec.decode(data)
                            return try search.run(CancellableEncoder(picture, cancellation)).data
                        })
                }
            }
        } onCancel: {
            cancellation.isRequested.withLock { $0 = true }
        }
        try Task.checkCancellation()
        guard ImageFormat(sniffing: encoded) == .jpeg, let header = ImageHeader(encoded) else { throw Self.damaged }
        return PreparedPicture(data: encoded, aspect: Self.aspect(of: header), isEncoded: true)
    }

    private static func aspect(of header: ImageHeader) -> String {
        RatioText.text(width: header.size.width, height: header.size.height)
    }

    private static let damaged = DataError(
        .invalidInput, message: "The file is no picture, or it is damaged. Choose another one.")
    private static let tooLarge = DataError(
        .tooLarge, message: "The picture has more than 5 MiB, and nothing here can make it smaller. Choose another one."
    )
    private static let noJPEG = DataError(
        .invalidInput, message: "The picture is no JPEG, and nothing here can make it one. Choose another one.")
}

/// Whether nobody waits for a picture any more, for the thread that encodes it.
private final class Cancellation: Sendable {
    let isRequested = Mutex(false)
}

/// A picture whose encoding ends between two tries once nobody waits for it.
private struct CancellableEncoder: ImageEncoder {
    private let picture: any ImageEncoder
    private let cancellation: Cancellation

    init(_ picture: any ImageEncoder, _ cancellation: Cancellation) {
        (self.picture, self.cancellation) = (picture, cancellation)
    }

    func encode(quality: Double) throws -> Data {
        if cancellation.isRequested.withLock({ $0 }) { throw CancellationError() }
        return try picture.encode(quality: quality)
    }
}
