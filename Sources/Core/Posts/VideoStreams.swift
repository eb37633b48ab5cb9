public import Foundation

/// The streams of a video, best first: HLS, DASH, a plain file.
public struct VideoStreams: Hashable, Sendable {
    /// The HLS playlist.
    public var hls: ResourceLink?
    /// The DASH manifest, which also names the separate sound stream.
    public var dash: ResourceLink?
    /// A plain file, often without sound.
    public var fallback: ResourceLink?
    /// The length in seconds.
    public var duration: Double?
    /// Whether there is sound.
    public var hasAudio: Bool?

    /// Creates streams.
    ///
    /// - Parameters:
    ///   - hls: The HLS playlist.
    ///   - dash: The DASH manifest.
    ///   - fallback: A plain file.
    ///   - duration: The length in seconds.
    ///   - hasAudio: Whether there is sound.
    public init(
        hls: ResourceLink? = nil, dash: ResourceLink? = nil, fallback: ResourceLink? = nil, duration: Double? = nil,
        hasAudio: Bool? = nil
    ) {
        self.hls = hls
        self.dash = dash
        self.fallback = fallback
        self.duration = duration
        self.hasAudio = hasAudio
    }
}

extension VideoStreams: Encodable, DecodableWithConfiguration {
    /// The fields, in the order in which they are written.
    package enum CodingKeys: String, CodingKey, CaseIterable {
        case hls, dash, fallback, duration, hasAudio
    }

    public init(from decoder: any Decoder, configuration site: Site) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            hls: try values.decodeLink(forKey: .hls, on: site),
            dash: try values.decodeLink(forKey: .dash, on: site),
            fallback: try values.decodeLink(forKey: .fallback, on: site),
            duration: try values.decodeIfPresent(Double.self, forKey: .duration),
            hasAudio: try values.decodeIfPresent(Bool.self, forKey: .hasAudio))
    }

    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encodeIfPresent(hls?.text, forKey: .hls)
        try values.encodeIfPresent(dash?.text, forKey: .dash)
        try values.encodeIfPresent(fallback?.text, forKey: .fallback)
        try values.encodeIfPresent(duration, forKey: .duration)
        try values.encodeIfPresent(hasAudio, forKey: .hasAudio)
    }
}
