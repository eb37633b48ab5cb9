import Community
import Core
import Dispatch
import Foundation
import Testing

/// Pictures such as the server takes.
struct PicturePreparationTests {
    @Test(arguments: [(1, "1.5"), (3, "1.5"), (6, "0.666667"), (8, "0.666667"), (9, "1.5")])
    func aPictureThatFitsStaysByteForByteAndIsMeasuredAsItIsSeen(orientation: Int, aspect: String) async throws {
        let data = jpeg(width: 300, height: 200, orientation: orientation, count: 5000)
        let picture = try await PicturePreparation().prepare(data)
        #expect(picture.data == data && !picture.isEncoded && picture.aspect == aspect)
    }

    @Test func aPictureOfExactlyTheLimitFits() async throws {
        let data = jpeg(width: 3, height: 2, count: PictureRule.maximumBytes)
        #expect(try await PicturePreparation().prepare(data).data == data)
        let larger = jpeg(width: 3, height: 2, count: PictureRule.maximumBytes + 1)
        #expect(await failure { try await PicturePreparation().prepare(larger) }?.code == .tooLarge)
    }

    @Test func aLargerOneIsEncodedWithTheBestQualityThatFits() async throws {
        let codec = TestCodec(bytesPerQuality: 6 << 20)
        let large = jpeg(width: 300, height: 200, count: PictureRule.maximumBytes + 1)
        let picture = try await PicturePreparation(codec: codec).prepare(large)
        // 0.8 of 6 MiB is the first that is less than 5.
        #expect(codec.qualities == [0.95, 0.9, 0.85, 0.8])
        #expect(picture.isEncoded && picture.data.count <= PictureRule.maximumBytes && picture.aspect == "1.5")
    }

    @Test func whatFitsAtNoQualityIsRefused() async throws {
        let codec = TestCodec(bytesPerQuality: 6 << 20, leastBytes: PictureRule.maximumBytes + 1)
        let large = jpeg(width: 300, height: 200, count: PictureRule.maximumBytes + 1)
        #expect(await failure { try await PicturePreparation(codec: codec).prepare(large) }?.code == .tooLarge)
        #expect(codec.qualities.last == 0.05 && codec.qualities.count == 19)
    }

    @Test func whatIsNoJPEGNeedsACodec() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13])
        let error = try #require(await failure { try await PicturePreparation().prepare(png) })
        #expect(error.code == .invalidInput && error.message.contains("no JPEG"))
        let picture = try await PicturePreparation(codec: TestCodec(bytesPerQuality: 1000)).prepare(png)
        #expect(picture.isEncoded && picture.aspect == "1.5")
    }

    @Test func aDamagedPictureIsRefused() async throws {
        let cut = Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 4])
        #expect(await failure { try await PicturePreparation().prepare(cut) }?.code == .invalidInput)
    }

    @Test func nobodyEncodesWhatNobodyWaitsForAnyMore() async throws {
        let codec = HeldCodec()
        let large = jpeg(width: 300, height: 200, count: PictureRule.maximumBytes + 1)
        let task = Task { try await PicturePreparation(codec: codec).prepare(large) }
        for await count in codec.tries.values where count == 1 { break }
        task.cancel()
        codec.letGo()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(codec.tries.value == 1)
    }
}

/// A codec whose first try waits, and is too large.
private final class HeldCodec: PictureCodec, ImageEncoder {
    let tries = ObservableValue(0)
    private let gate = DispatchSemaphore(value: 0)

    func letGo() { gate.signal() }

    func decode(_ data: Data) throws -> any ImageEncoder { self }

    func encode(quality: Double) throws -> Data {
        tries.update { $0 += 1 }
        gate.wait()
        return jpeg(width: 3, height: 2, count: PictureRule.maximumBytes + 1)
    }
}
