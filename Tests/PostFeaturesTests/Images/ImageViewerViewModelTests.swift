import Core
import Foundation
import Mocks
import PostFeatures
import Testing

@MainActor
@Suite(.testInjector, .timeLimit(.minutes(5)))
struct ImageViewerViewModelTests {
    let mocks = TestInjector.mocks
    let cat = ResourceLink.mock("/cat.png")
    let dog = ResourceLink.mock("/dog.png")

    @Test func showsThePictureInFullSizeAndSavesIt() async {
        let preview = MediaSource(link: ResourceLink.mock("/small.png"))
        let viewer = ImageViewerViewModel(
            media: Media(kind: .image, source: MediaSource(link: cat), previews: [preview]))
        mocks.imageProvider.onImage.returns(Data([1]))
        await viewer.load()
        #expect(mocks.imageProvider.onImage.calls == [cat])
        #expect(viewer.state.value.image == .loaded(Data([1])))
        mocks.pictureGallery.onSave.returns("/pictures/cat.png")
        await viewer.save()
        #expect(mocks.pictureGallery.onSave.calls == [.init(Data([1]), from: cat)])
        #expect(viewer.state.value.saving == .saved("/pictures/cat.png"))
    }

    @Test func whereThePictureCannotBeHadTheLargestOnTheDeviceIsShown() async {
        func source(_ link: String, _ width: Int) -> MediaSource {
            MediaSource(link: ResourceLink.mock(link), width: width, height: width)
        }
        // What is kept of a picture that is too large for a phone is its largest preview.
        let media = Media(
            kind: .image, source: source("/9000.jpg", 9000),
            previews: [source("/108.jpg", 108), source("/2000.jpg", 2000), source("/9000.jpg", 9000)])
        mocks.imageProvider.onStoredImage.answers {
            ["/108.jpg", "/2000.jpg"].contains($0.text) ? Data($0.text.utf8) : nil
        }
        mocks.imageProvider.onImage.fails(with: DataError(.offline))
        let viewer = ImageViewerViewModel(media: media)
        await viewer.load()
        #expect(mocks.imageProvider.onImage.calls == [ResourceLink.mock("/9000.jpg")])
        #expect(viewer.state.value.image == .loaded(Data("/2000.jpg".utf8)))
        // Of a gallery, each picture stands for itself.
        let items = [cat, dog].map { GalleryItem(id: $0.text, source: MediaSource(link: $0)) }
        let gallery = ImageViewerViewModel(media: Media(kind: .gallery, previews: media.previews, gallery: items))
        mocks.imageProvider.onImage.fails(with: DataError(.offline))
        await gallery.load()
        #expect(gallery.state.value.image == .failed(DataError(.offline)))
    }

    @Test func aPictureThatIsNotDownloadedSaysWhichSettingItIs() async {
        mocks.imageProvider.onImage.fails(with: DataError(.downloadsOff))
        let viewer = ImageViewerViewModel(media: Media(kind: .image, source: MediaSource(link: cat)))
        await viewer.load()
        guard case .failed(let error) = viewer.state.value.image else {
            Issue.record("\(viewer.state.value.image)")
            return
        }
        let (english, ukrainian) = (PostFormat(language: .english), PostFormat(language: .ukrainian))
        #expect(
            english.message(for: error)
                == "Pictures and other media are not downloaded: the setting “Download media” is “Never”. "
                + "Choose “On Wi-Fi” or “Always”.")
        #expect(ukrainian.message(for: error).contains("«\(ukrainian.settingName("downloadPolicy"))»"))
        #expect(ukrainian.message(for: error).contains("«\(ukrainian.choiceName("never"))»"))
        // What is on the device is shown all the same.
        mocks.imageProvider.onStoredImage.answers { $0.text == "/small.png" ? Data([1]) : nil }
        let preview = MediaSource(link: ResourceLink.mock("/small.png"))
        let other = ImageViewerViewModel(
            media: Media(kind: .image, source: MediaSource(link: cat), previews: [preview]))
        mocks.imageProvider.onImage.fails(with: DataError(.downloadsOff))
        await other.load()
        #expect(other.state.value.image == .loaded(Data([1])))
    }

    @Test func nothingIsSavedBeforeThePictureIsThere() async {
        let viewer = ImageViewerViewModel(links: [cat])
        await viewer.save()
        #expect(viewer.state.value.saving == .none)
        #expect(mocks.pictureGallery.onSave.calls.isEmpty)
    }

    @Test func aSecondSaveWaitsForNothingWhileTheFirstRuns() async throws {
        let viewer = ImageViewerViewModel(links: [cat])
        mocks.imageProvider.onImage.returns(Data([1]))
        await viewer.load()
        let held = mocks.pictureGallery.onSave.holds()
        async let save: Void = viewer.save()
        try await held.arrival()
        await viewer.save()
        #expect(viewer.state.value.saving == .saving)
        held.release(throwing: FileError(.noSpace, path: "/pictures", operation: "write"))
        await save
        #expect(mocks.pictureGallery.onSave.calls.count == 1)
        guard case .failed(let error) = viewer.state.value.saving else { return #expect(Bool(false)) }
        #expect(error.code == .noSpace)
    }

    @Test func turnsThePagesOfAGallery() async throws {
        // Given a gallery with a picture that was deleted
        let media = Media(
            kind: .gallery,
            gallery: [
                GalleryItem(id: "1", source: MediaSource(link: cat)), GalleryItem(id: "2"),
                GalleryItem(id: "3", source: MediaSource(link: dog)),
            ])
        let viewer = ImageViewerViewModel(media: media)
        let held = mocks.imageProvider.onImage.holds()
        async let load: Void = viewer.load()
        try await held.arrival()
        // When the person turns before the first one has come
        mocks.imageProvider.onImage.returns(Data([2]))
        await viewer.show(1)
        held.release(returning: Data([1]))
        await load
        await viewer.show(9)
        // Then
        #expect(viewer.state.value.links == [cat, dog])
        #expect(viewer.state.value.index == 1)
        #expect(viewer.state.value.image == .loaded(Data([2])))
    }

    @Test func aVideoShowsItsLargestPreviewAndATextNothing() {
        let previews = ["/s.png", "/l.png"].map { MediaSource(link: ResourceLink.mock($0)) }
        let video = Media(kind: .video, source: MediaSource(link: ResourceLink.mock("/v.mp4")), previews: previews)
        #expect(ImageViewerViewModel(media: video).state.value.link == ResourceLink.mock("/l.png"))
        #expect(ImageViewerViewModel(media: Media(kind: .text)).state.value.image == .empty)
    }

    @Test func failureAndCancellationAreToldApart() async throws {
        let viewer = ImageViewerViewModel(links: [cat])
        mocks.imageProvider.onImage.fails(with: DataError(.timedOut))
        await viewer.load()
        #expect(viewer.state.value.image == .failed(DataError(.timedOut)))
        let held = mocks.imageProvider.onImage.holds()
        let load = Task { await viewer.load() }
        try await held.arrival()
        load.cancel()
        await load.value
        #expect(viewer.state.value.image == .idle)
    }
}
