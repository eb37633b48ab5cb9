/// A village at night with one lantern burning in front of it, different for every seed.
///
/// The scene is laid out in thousandths of the picture, so that a thumbnail shows the same scene as the full picture.
struct LanternScene: Sendable {
    private static let skySteps = 40
    private static let glowSteps = 24
    private static let glowStart = skySteps
    private static let metal = UInt8(glowStart + glowSteps)
    private static let flame = metal + 1
    private static let house = metal + 2
    private static let window = metal + 3
    private static let ground = metal + 4
    private static let star = metal + 5

    /// Sky at the top, sky at the horizon, light.
    private static let moods: [(RGB, RGB, RGB)] = [
        (RGB(16, 20, 58), RGB(118, 74, 124), RGB(255, 206, 112)),
        (RGB(8, 36, 66), RGB(42, 124, 138), RGB(255, 226, 150)),
        (RGB(38, 16, 62), RGB(206, 96, 92), RGB(255, 190, 96)),
        (RGB(12, 44, 46), RGB(92, 142, 88), RGB(250, 240, 160)),
        (RGB(0, 57, 130), RGB(255, 208, 60), RGB(255, 244, 190)),
        (RGB(30, 30, 46), RGB(120, 126, 148), RGB(255, 168, 80)),
    ]

    private let seed: UInt64

    init(seed: UInt64) {
        self.seed = seed
    }

    /// Draws the scene; `flicker` says how far the glow has shrunk, from 0 (the still picture) to 8.
    func draw(at size: PixelSize, flicker: Int = 0) -> IndexedImage {
        var random = SplitMix64(seed: seed)
        let (high, horizon, light) = random.pick(Self.moods)
        var image = IndexedImage(size: size, palette: Self.palette(high: high, horizon: horizon, light: light))
        drawSky(in: &image, using: &random)
        let lanternX = random.number(in: 250...750)
        let lanternY = random.number(in: 480...600)
        drawGlow(in: &image, atX: lanternX, y: lanternY, reach: random.number(in: 300...420) - flicker * 12)
        drawVillage(in: &image, using: &random)
        drawLantern(in: &image, atX: lanternX, y: lanternY, flicker: flicker)
        return image
    }

    private static func palette(high: RGB, horizon: RGB, light: RGB) -> [RGB] {
        let sky = (0..<skySteps).map { high.blended(to: horizon, step: $0, of: skySteps - 1) }
        let dusk = high.blended(to: horizon, step: 2, of: 3)
        let glow = (1...glowSteps).map { dusk.blended(to: light, step: $0, of: glowSteps + 2) }
        let black = RGB(10, 9, 16)
        let rest = [
            black.blended(to: high, step: 1, of: 4), light.blended(to: RGB(255, 255, 255), step: 1, of: 2),
            black.blended(to: high, step: 2, of: 3), light.blended(to: horizon, step: 1, of: 5),
            black.blended(to: horizon, step: 1, of: 8), high.blended(to: RGB(255, 255, 255), step: 3, of: 4),
        ]
        return sky + glow + rest
    }

    private func drawSky(in image: inout IndexedImage, using random: inout SplitMix64) {
        let size = image.size
        for row in 0..<size.height {
            image.fillRow(row, from: 0, to: size.width, with: UInt8(row * Self.skySteps / size.height))
        }
        let dot = max(1, size.width / 320)
        for _ in 0..<random.number(in: 14...40) {
            let left = random.below(1_000) * size.width / 1_000
            let top = random.below(450) * size.height / 1_000
            image.fillRectangle(left: left, top: top, right: left + dot, bottom: top + dot, with: Self.star)
        }
    }

    private func drawGlow(in image: inout IndexedImage, atX x: Int, y: Int, reach: Int) {
        let size = image.size
        for step in 0..<Self.glowSteps {
            let radius = reach * (Self.glowSteps - step) / Self.glowSteps * size.height / 1_000
            let index = UInt8(Self.glowStart + step)
            image.fillDisc(
                centreX: x * size.width / 1_000, centreY: y * size.height / 1_000, radius: radius, with: index)
        }
    }

    private func drawVillage(in image: inout IndexedImage, using random: inout SplitMix64) {
        let size = image.size
        func across(_ value: Int) -> Int { value * size.width / 1_000 }
        func down(_ value: Int) -> Int { value * size.height / 1_000 }
        var left = -random.below(60)
        while left < 1_000 {
            let width = random.number(in: 70...150)
            let top = random.number(in: 640...790)
            let middle = across(left + width / 2)
            image.fillTrapezoid(
                centreX: middle, top: down(top - 60), bottom: down(top), topHalf: 0, bottomHalf: across(width / 2 + 8),
                with: Self.house)
            image.fillRectangle(
                left: across(left), top: down(top), right: across(left + width), bottom: size.height, with: Self.house)
            for column in 0..<2 where random.isOne(in: 2) {
                let windowLeft = left + width * (1 + 3 * column) / 6
                image.fillRectangle(
                    left: across(windowLeft), top: down(top + 30), right: across(windowLeft + width / 6),
                    bottom: down(top + 75), with: Self.window)
            }
            left += width + random.below(30)
        }
        image.fillRectangle(left: 0, top: down(900), right: size.width, bottom: size.height, with: Self.ground)
    }

    private func drawLantern(in image: inout IndexedImage, atX x: Int, y: Int, flicker: Int) {
        let size = image.size
        let unit = max(3, size.height / 60)
        let centreX = x * size.width / 1_000
        let centreY = y * size.height / 1_000
        func bar(top: Int, bottom: Int, topHalf: Int, bottomHalf: Int, with index: UInt8) {
            image.fillTrapezoid(
                centreX: centreX, top: centreY + top * unit / 2, bottom: centreY + bottom * unit / 2,
                topHalf: topHalf * unit / 2, bottomHalf: bottomHalf * unit / 2, with: index)
        }
        bar(top: -20, bottom: -15, topHalf: 1, bottomHalf: 2, with: Self.metal)
        bar(top: -15, bottom: -10, topHalf: 2, bottomHalf: 9, with: Self.metal)
        bar(top: -10, bottom: 10, topHalf: 8, bottomHalf: 7, with: UInt8(Self.glowStart + Self.glowSteps - 2))
        bar(top: -6 + flicker / 2, bottom: 2, topHalf: 0, bottomHalf: 4, with: Self.flame)
        bar(top: 2, bottom: 8, topHalf: 4, bottomHalf: 2, with: Self.flame)
        bar(top: 10, bottom: 14, topHalf: 9, bottomHalf: 10, with: Self.metal)
        for half in [-7, 7] {
            let left = centreX + half * unit / 2
            image.fillRectangle(
                left: left, top: centreY - 5 * unit, right: left + max(1, unit / 3), bottom: centreY + 5 * unit,
                with: Self.metal)
        }
        image.fillRectangle(
            left: centreX - unit / 3, top: centreY + 7 * unit, right: centreX + unit / 3 + 1, bottom: size.height,
            with: Self.metal)
    }
}
