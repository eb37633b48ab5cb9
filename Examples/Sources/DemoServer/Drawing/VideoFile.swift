import Foundation
import ServerKit

/// Stands in for a video: the right boxes around bytes that show nothing.
///
/// Nothing plays them; they are there to be downloaded, in parts too, and to take up room.
enum VideoFile {
    /// The names of a video's files, in lower case.
    static let names: Set = [
        "dash_480.mp4", "dash_96.mp4", "dash_audio_128.mp4", "hlsplaylist.m3u8", "dashplaylist.mpd",
    ]

    /// An MPEG-4 file of so many bytes, the same for the same name and seed.
    static func movie(name: String, seed: UInt64, count: Int) -> Data {
        var data = Data()
        func append(_ number: Int) {
            data.append(contentsOf: withUnsafeBytes(of: UInt32(number).bigEndian, Array.init))
        }
        append(24)
        data += Data("ftypmp42".utf8)
        append(0)
        data += Data("mp42isom".utf8)
        append(count - data.count)
        data += Data("mdat".utf8)
        var random = SplitMix64(seed: seed, stream: "video " + name)
        while data.count < count {
            let bytes = withUnsafeBytes(of: random.next().littleEndian, Array.init)
            data.append(contentsOf: bytes.prefix(count - data.count))
        }
        return data
    }

    /// The size of a video file: around 200 kB, and a twelfth of it for the small one and the sound.
    static func count(name: String) -> Int {
        let count = 180_000 + Int(StableHash.fnv1a(name) % 40_000)
        return ["dash_96.mp4", "dash_audio_128.mp4"].contains { name.hasSuffix($0) } ? count / 12 : count
    }

    /// The list of its parts, of which there is one.
    static func playlist(seconds: Int) -> Data {
        let lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(seconds)", "#EXTINF:\(seconds).0,", "DASH_480.mp4",
            "#EXT-X-ENDLIST",
        ]
        return Data((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// The same in the other standard's words; a video with sound has that in a file of its own.
    static func manifest(seconds: Int, size: PixelSize, hasSound: Bool) -> Data {
        let sound =
            hasSound
            ? """
            <AdaptationSet contentType="audio"><Representation id="AUDIO-1" mimeType="audio/mp4" bandwidth="128000">\
            <BaseURL>DASH_AUDIO_128.mp4</BaseURL></Representation></AdaptationSet>

            """ : ""
        return Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT\(seconds)S">
            <Period><AdaptationSet mimeType="video/mp4">
            <Representation id="480" bandwidth="1200000" width="\(size.width)" height="\(size.height)">\
            <BaseURL>DASH_480.mp4</BaseURL></Representation>
            </AdaptationSet>
            \(sound)</Period></MPD>

            """.utf8)
    }
}
