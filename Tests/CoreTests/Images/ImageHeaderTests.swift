import Core
import Foundation
import Mocks
import Testing

struct ImageHeaderTests {
    private func bytes(_ parts: [UInt8]...) -> Data { Data(parts.flatMap { $0 }) }

    /// A JPEG segment with its length.
    private func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    private func frame(_ marker: UInt8 = 0xC0, width: UInt16 = 640, height: UInt16 = 480) -> [UInt8] {
        let size = [UInt8(height >> 8), UInt8(height & 0xFF), UInt8(width >> 8), UInt8(width & 0xFF)]
        return segment(marker, [8] + size + [1, 1, 0x11, 0])
    }

    private func exif(_ orientation: UInt8, isBigEndian: Bool = true, type: UInt8 = 3) -> [UInt8] {
        func number(_ value: UInt8, _ count: Int) -> [UInt8] {
            let zeros = [UInt8](repeating: 0, count: count - 1)
            return isBigEndian ? zeros + [value] : [value] + zeros
        }
        let order = Array((isBigEndian ? "MM" : "II").utf8)
        let directory = number(2, 2) + number(0x0F, 2) + number(2, 2) + number(1, 4) + number(65, 4)
        let tag: [UInt8] = isBigEndian ? [0x01, 0x12] : [0x12, 0x01]
        let entry = tag + number(type, 2) + number(1, 4) + number(orientation, 2) + [0, 0]
        return segment(0xE1, Array("Exif\0\0".utf8) + order + number(42, 2) + number(8, 4) + directory + entry)
    }

    private let start: [UInt8] = [0xFF, 0xD8]
    private let upright = PixelSize(width: 640, height: 480)
    private let turned = PixelSize(width: 480, height: 640)

    @Test(arguments: ImageSample.all)
    func readsWhatEncodersWrite(_ sample: ImageSample) throws {
        let header = try #require(ImageHeader(sample.data))
        #expect(header.format == sample.format)
        #expect(header.storedSize == sample.size)
        #expect(header.orientation == sample.orientation)
        #expect(header.size == (sample.orientation >= 5 ? sample.size.turned : sample.size))
    }

    @Test(arguments: ImageSample.all)
    func asksForMoreAtEveryCutAndIsContentWithTheFewestBytes(_ sample: ImageSample) throws {
        let whole = ImageHeader.read(sample.data)
        for count in 0..<sample.data.count {
            switch ImageHeader.read(sample.data.prefix(count)) {
            case .needsMoreBytes(let needed):
                #expect(count < needed && needed <= sample.needed, "at \(count)")
                #expect(count < sample.needed, "at \(count)")
            case let reading:
                #expect(reading == whole && count >= sample.needed, "at \(count)")
            }
        }
    }

    @Test(arguments: ImageSample.all)
    func readingTheRequestedBytesFindsTheHeader(_ sample: ImageSample) {
        var count = 0
        var steps = 0
        while case .needsMoreBytes(let needed) = ImageHeader.read(sample.data.prefix(count)), steps < 100 {
            count = needed
            steps += 1
        }
        #expect(count == sample.needed)
        #expect(ImageHeader.read(sample.data.prefix(count)) == ImageHeader.read(sample.data))
    }

    @Test func aSliceIsReadFromItsOwnBeginning() throws {
        let sample = try #require(ImageSample.all.first)
        let data = Data([1, 2, 3]) + sample.data
        #expect(ImageHeader(data.dropFirst(3))?.size == sample.size)
    }

    @Test(arguments: [0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8])
    func everyKindOfFrameHasTheSize(_ marker: UInt8) {
        #expect(ImageHeader(bytes(start, frame(marker)))?.size == upright)
    }

    @Test(arguments: [0xC4, 0xC8, 0xCC, 0xDB, 0xDD, 0xE0, 0xED, 0xFE] as [UInt8])
    func noOtherSegmentHas(_ marker: UInt8) {
        let other = frame(marker, width: 1, height: 1)
        #expect(ImageHeader(bytes(start, other, frame()))?.size == upright)
    }

    @Test func aPreviewInsideASegmentIsNotThePicture() {
        let preview = start + frame(width: 16, height: 12) + [0xFF, 0xD9]
        let file = bytes(start, segment(0xE1, Array("http://ns.adobe.com/".utf8) + preview), frame())
        #expect(ImageHeader(file)?.size == upright)
        #expect(ImageHeader.read(file.prefix(40)) == .needsMoreBytes(start.count + 4 + 20 + preview.count + 4))
    }

    @Test func whatLiesBetweenSegmentsIsSkipped() {
        let file = bytes(
            start, [0xFF, 0xFF, 0xFF], Array(segment(0xE0, [1]).dropFirst()), [0, 7, 0xFF, 0x00], frame())
        #expect(ImageHeader(file)?.size == upright)
    }

    @Test(arguments: 1...8 as ClosedRange<UInt8>, [true, false])
    func theOrientationTurnsTheSize(_ orientation: UInt8, isBigEndian: Bool) {
        let header = ImageHeader(bytes(start, exif(orientation, isBigEndian: isBigEndian), frame()))
        #expect(header?.orientation == Int(orientation))
        #expect(header?.storedSize == upright)
        #expect(header?.size == (orientation >= 5 ? turned : upright))
    }

    @Test func anOrientationThatIsNoneCountsAsUpright() {
        for wrong in [exif(0), exif(9), exif(6, type: 4), segment(0xE1, Array("Exif\0\0II".utf8))] {
            #expect(ImageHeader(bytes(start, wrong, frame()))?.orientation == 1)
        }
    }

    @Test func theFirstExifCountsAndOneBehindTheFrameDoesNot() {
        #expect(ImageHeader(bytes(start, exif(6), exif(1), frame()))?.size == turned)
        #expect(ImageHeader(bytes(start, frame(), exif(6)))?.size == upright)
    }

    @Test func whatSaysNoSizeIsUnknown() {
        let samples: [Data] = [
            Data("<html><body>".utf8), Data("{\"error\": 404}".utf8), Data("BM".utf8), Data([0xFF, 0xD9]),
            bytes(start, [0xFF, 0xDA, 0, 2]), bytes(start, [0xFF, 0xD9, 0, 2]), bytes(start, [0xFF, 0xC0, 0, 1]),
            bytes(start, frame(height: 0)), bytes(start, frame(width: 0)),
            bytes([0, 0, 0, 32], Array("ftypavif".utf8), [UInt8](repeating: 0, count: 40)),
            bytes(Array("GIF89a".utf8), [0, 0, 4, 0]),
            bytes(Array("RIFF0000WEBPVP9 ".utf8), [UInt8](repeating: 1, count: 20)),
        ]
        for sample in samples { #expect(ImageHeader.read(sample) == .unknown, "\([UInt8](sample))") }
        #expect(ImageHeader.read(Data()) == .needsMoreBytes(3))
    }

    @Test func aPNGOfAnImpossibleSizeIsUnknown() throws {
        let png = try #require(ImageSample.all.first).data
        for offset in [16, 20] {
            var zero = png
            zero.replaceSubrange(offset..<offset + 4, with: [0, 0, 0, 0])
            #expect(ImageHeader.read(zero) == .unknown)
            var huge = png
            huge[offset] = 0x80
            #expect(ImageHeader.read(huge) == .unknown)
        }
    }

    @Test func afterOneMebibyteNobodyWaitsAnyLonger() {
        let profile = segment(0xE2, [UInt8](repeating: 0, count: 65_000))
        let file = bytes(start) + Data((0..<20).flatMap { _ in profile }) + Data(frame())
        #expect(ImageHeader.read(file) == .unknown)
        // Who has the whole file waits for nothing.
        #expect(ImageHeader(file)?.size == upright)
        #expect(ImageHeader(file.dropLast(frame().count)) == nil)
        #expect(
            ImageHeader.read(bytes(start, profile, profile, frame()))
                == .header(
                    ImageHeader(format: .jpeg, storedSize: upright)))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func anyBytesAreReadToAnEnd(_ seed: UInt64) {
        let random = SeededRandomSource(seed: seed)
        for _ in 0..<400 {
            // A good file with some bytes changed and cut somewhere, or noise behind a good beginning.
            let sample = ImageSample.all[Int(random.next() % UInt64(ImageSample.all.count))].data
            var bytes = [UInt8](sample)
            if random.next() % 4 == 0 {
                bytes =
                    bytes.prefix(12) + (0..<random.next() % 200).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            }
            for _ in 0..<random.next() % 8 {
                let value: [UInt8] = [0, 0xFF, 0x7F, 0x80, UInt8(truncatingIfNeeded: random.next())]
                bytes[Int(random.next() % UInt64(bytes.count))] = value[Int(random.next() % 5)]
            }
            let data = Data(bytes.prefix(Int(random.next() % UInt64(bytes.count + 1))))
            switch ImageHeader.read(data) {
            case .needsMoreBytes(let count):
                #expect(count > data.count && count <= ImageHeader.maximumBytes, "seed \(seed): \([UInt8](data))")
            case .header(let header):
                #expect(header.size.width > 0 && header.size.height > 0, "seed \(seed): \([UInt8](data))")
            case .unknown: break
            }
        }
    }
}
